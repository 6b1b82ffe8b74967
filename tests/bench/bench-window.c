/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The real window at work, beside an empty one.
 *
 * bench-window WHAT WINDOW: WINDOW is "tokplan" or "empty"; WHAT is
 *   first-frame   the monotonic time in microseconds when the first frame was painted
 *   frames        one interval between frames in milliseconds a line, while a slider moves once per frame
 *   idle          how often the settled window woke up in IDLE_SECONDS */

#include <stdio.h>
#include <string.h>

#include "shell/application.h"
#include "shell/window.h"

#define FRAMES_SECONDS 5
#define SETTLE_SECONDS 3
#define IDLE_SECONDS 5
#define WINDOW_WIDTH 1280
#define WINDOW_HEIGHT 800

typedef struct
{
  GtkApplication *application;
  GtkWindow      *window;
  GtkAdjustment  *adjustment;    /* NULL: the empty window */
  gint64          end, last;     /* monotonic, microseconds */
  guint           n_frames;
  guint64         wakeups;
} Bench;

static void
stop (Bench *bench)
{
  fflush (stdout);
  gtk_window_destroy (bench->window);
}

static void
print_first_frame (GdkFrameClock *clock, Bench *bench)
{
  g_signal_handlers_disconnect_by_data (clock, bench);
  printf ("%" G_GINT64_FORMAT "\n", g_get_monotonic_time ());
  stop (bench);
}

static void
print_interval (GdkFrameClock *clock, Bench *bench)
{
  gint64 now = g_get_monotonic_time ();

  /* The first frames build what all later ones keep. */
  if (++bench->n_frames > 10)
    printf ("%.3f\n", (now - bench->last) / 1000.0);
  bench->last = now;
}

static gboolean
move_slider (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  Bench *bench = data;

  if (g_get_monotonic_time () > bench->end)
    {
      g_signal_handlers_disconnect_by_data (clock, bench);
      stop (bench);
      return G_SOURCE_REMOVE;
    }
  if (bench->adjustment != NULL)
    gtk_adjustment_set_value (bench->adjustment, 500 + bench->n_frames % 500);
  else
    gtk_widget_queue_draw (widget);
  return G_SOURCE_CONTINUE;
}

/* Voluntary context switches of all threads so far. */
static guint64
count_wakeups (void)
{
  g_autoptr (GDir) tasks = g_dir_open ("/proc/self/task", 0, NULL);
  guint64 count = 0;
  const char *task;

  while (tasks != NULL && (task = g_dir_read_name (tasks)) != NULL)
    {
      g_autofree char *path = g_strdup_printf ("/proc/self/task/%s/status", task);
      g_autofree char *status = NULL;
      const char *line;

      if (g_file_get_contents (path, &status, NULL, NULL) && (line = strstr (status, "\nvoluntary_ctxt_switches:")) != NULL)
        count += g_ascii_strtoull (strchr (line, ':') + 1, NULL, 10);
    }
  return count;
}

static gboolean
print_wakeups (gpointer data)
{
  Bench *bench = data;

  printf ("%" G_GUINT64_FORMAT "\n", count_wakeups () - bench->wakeups);
  stop (bench);
  return G_SOURCE_REMOVE;
}

static gboolean
begin_idle (gpointer data)
{
  Bench *bench = data;

  bench->wakeups = count_wakeups ();
  g_timeout_add_seconds (IDLE_SECONDS, print_wakeups, bench);
  return G_SOURCE_REMOVE;
}

static void
begin (Bench *bench, const char *what)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (bench->window));

  if (g_str_equal (what, "first-frame"))
    g_signal_connect (clock, "after-paint", G_CALLBACK (print_first_frame), bench);
  else if (g_str_equal (what, "frames"))
    {
      bench->end = g_get_monotonic_time () + FRAMES_SECONDS * G_USEC_PER_SEC;
      g_signal_connect (clock, "after-paint", G_CALLBACK (print_interval), bench);
      gtk_widget_add_tick_callback (GTK_WIDGET (bench->window), move_slider, bench, NULL);
    }
  else
    g_timeout_add_seconds (SETTLE_SECONDS, begin_idle, bench);
}

/* The window as the application makes it on its own, so that its first frame has cost what a person waits for. */
static void
open_window (GApplication *application, Bench *bench)
{
  bench->window = gtk_application_get_active_window (GTK_APPLICATION (application));
  if (bench->window == NULL)
    {
      bench->window = GTK_WINDOW (gtk_application_window_new (GTK_APPLICATION (application)));
      gtk_window_set_default_size (bench->window, WINDOW_WIDTH, WINDOW_HEIGHT);
      gtk_window_present (bench->window);
    }
  else
    bench->adjustment = tok_session_get_adjustment (tok_window_get_session (TOK_WINDOW (bench->window)), TOK_PARAM_BANDWIDTH);
  begin (bench, g_object_get_data (G_OBJECT (application), "what"));
}

int
main (int argc, char **argv)
{
  g_autoptr (GtkApplication) application = NULL;
  Bench bench = { 0 };

  if (argc != 3)
    return 2;
  if (g_str_equal (argv[2], "tokplan"))
    application = GTK_APPLICATION (tok_application_new ());
  else
    application = gtk_application_new ("io.github.tokplan.Empty", G_APPLICATION_NON_UNIQUE);
  g_object_set_data (G_OBJECT (application), "what", argv[1]);
  g_signal_connect_after (application, "activate", G_CALLBACK (open_window), &bench);
  return g_application_run (G_APPLICATION (application), 1, argv);
}
