/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two children and one question: is there room for both?  The answer follows the width and the size of text. */

#include "shell/side-view.h"

/* From this width on there is room, unless the text is so large that the children need more. */
#define WIDE_PIXELS 1000

struct _TokSideView
{
  GtkWidget  parent_instance;
  GtkWidget *panel;
  GtkWidget *content;
  gboolean   is_narrow;
  gboolean   pinned;       /* wanted beside the content */
  gboolean   is_open;      /* wanted above the content */
};

enum { PROP_0, PROP_PANEL, PROP_CONTENT, PROP_SHOW_PANEL, PROP_PINNED, N_PROPS };

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (TokSideView, tok_side_view, GTK_TYPE_WIDGET)

static int
natural_width (GtkWidget *widget)
{
  int natural;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
  return natural;
}

static int
minimum_width (GtkWidget *widget)
{
  int minimum;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  return minimum;
}

static gboolean
has_room_for_both (TokSideView *self, int width)
{
  return width >= MAX (WIDE_PIXELS, natural_width (self->panel) + minimum_width (self->content));
}

static void
show_or_hide_panel (TokSideView *self)
{
  gboolean show = tok_side_view_get_show_panel (self);

  if (!show && gtk_widget_get_focus_child (GTK_WIDGET (self)) == self->panel)
    gtk_widget_child_focus (self->content, GTK_DIR_TAB_FORWARD);
  gtk_widget_set_child_visible (self->panel, show);
}

static void
set_narrow (TokSideView *self, gboolean is_narrow)
{
  if (self->is_narrow == is_narrow)
    return;
  self->is_narrow = is_narrow;
  self->is_open = FALSE;
  if (is_narrow)
    gtk_widget_add_css_class (self->panel, "above");
  else
    gtk_widget_remove_css_class (self->panel, "above");
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SHOW_PANEL]);
}

static void
set_pinned (TokSideView *self, gboolean pinned)
{
  if (self->pinned == pinned)
    return;
  self->pinned = pinned;
  gtk_widget_queue_resize (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PINNED]);
  if (!self->is_narrow)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SHOW_PANEL]);
}

static void
set_open (TokSideView *self, gboolean is_open)
{
  if (self->is_open == is_open)
    return;
  self->is_open = is_open;
  gtk_widget_queue_resize (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SHOW_PANEL]);
  if (!is_open)
    return;
  /* What is not on the screen takes no focus, and the allocation that shows the panel comes later. */
  gtk_widget_set_child_visible (self->panel, TRUE);
  gtk_widget_child_focus (self->panel, GTK_DIR_TAB_FORWARD);
}

static void
set_child (TokSideView *self, GtkWidget **place, GtkWidget *child)
{
  g_clear_pointer (place, gtk_widget_unparent);
  *place = child;
  if (child == NULL)
    return;
  /* The panel is drawn last: it may lie above the content. */
  gtk_widget_insert_before (child, GTK_WIDGET (self), child == self->content ? self->panel : NULL);
}

static gboolean
is_above_content (TokSideView *self)
{
  return self->is_narrow && self->is_open;
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, TokSideView *self)
{
  GtkWidget *picked = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);

  if (!is_above_content (self) || picked == NULL || picked == self->panel || gtk_widget_is_ancestor (picked, self->panel))
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  set_open (self, FALSE);
}

static gboolean
on_escape (GtkWidget *widget, GVariant *arguments, gpointer unused)
{
  TokSideView *self = TOK_SIDE_VIEW (widget);

  if (!is_above_content (self))
    return FALSE;
  set_open (self, FALSE);
  return TRUE;
}

static gboolean
focus_child (GtkWidget *child, GtkDirectionType direction)
{
  return gtk_widget_get_child_visible (child) && gtk_widget_child_focus (child, direction);
}

/* The panel is drawn last and comes first: GTK would go through the children as they are drawn. */
static gboolean
tok_side_view_focus (GtkWidget *widget, GtkDirectionType direction)
{
  TokSideView *self = TOK_SIDE_VIEW (widget);
  gboolean forward = direction == GTK_DIR_TAB_FORWARD;
  GtkWidget *first = forward ? self->panel : self->content;
  GtkWidget *second = forward ? self->content : self->panel;

  if (!forward && direction != GTK_DIR_TAB_BACKWARD)
    return GTK_WIDGET_CLASS (tok_side_view_parent_class)->focus (widget, direction);
  return (gtk_widget_get_focus_child (widget) != second && focus_child (first, direction)) || focus_child (second, direction);
}

static void
measure_width (TokSideView *self, int *minimum, int *natural)
{
  *minimum = MAX (minimum_width (self->panel), minimum_width (self->content));
  *natural = MAX (*minimum, natural_width (self->panel) + natural_width (self->content));
}

static void
measure_height (TokSideView *self, int for_width, int *minimum, int *natural)
{
  int panel_width = natural_width (self->panel);
  int content_width = for_width;
  int panel_minimum, panel_natural, content_minimum, content_natural;

  if (for_width >= 0 && self->pinned && has_room_for_both (self, for_width))
    content_width = for_width - panel_width;
  gtk_widget_measure (self->panel, GTK_ORIENTATION_VERTICAL, panel_width, &panel_minimum, &panel_natural, NULL, NULL);
  gtk_widget_measure (self->content, GTK_ORIENTATION_VERTICAL, content_width, &content_minimum, &content_natural, NULL, NULL);
  *minimum = MAX (panel_minimum, content_minimum);
  *natural = MAX (panel_natural, content_natural);
}

static void
tok_side_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                       int *minimum_baseline, int *natural_baseline)
{
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    measure_width (TOK_SIDE_VIEW (widget), minimum, natural);
  else
    measure_height (TOK_SIDE_VIEW (widget), for_size, minimum, natural);
}

static GtkSizeRequestMode
tok_side_view_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
tok_side_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TokSideView *self = TOK_SIDE_VIEW (widget);
  gboolean from_right = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  GtkAllocation panel = { 0, 0, MIN (natural_width (self->panel), width), height };
  GtkAllocation content = { 0, 0, width, height };

  set_narrow (self, !has_room_for_both (self, width));
  show_or_hide_panel (self);
  if (from_right)
    panel.x = width - panel.width;
  if (!self->is_narrow && self->pinned)
    {
      content.width -= panel.width;
      content.x = from_right ? 0 : panel.width;
    }
  gtk_widget_size_allocate (self->content, &content, baseline);
  if (tok_side_view_get_show_panel (self))
    gtk_widget_size_allocate (self->panel, &panel, baseline);
}

static void
tok_side_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TokSideView *self = TOK_SIDE_VIEW (object);

  switch (id)
    {
    case PROP_PANEL:
      g_value_set_object (value, self->panel);
      break;
    case PROP_CONTENT:
      g_value_set_object (value, self->content);
      break;
    case PROP_SHOW_PANEL:
      g_value_set_boolean (value, tok_side_view_get_show_panel (self));
      break;
    case PROP_PINNED:
      g_value_set_boolean (value, self->pinned);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
tok_side_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TokSideView *self = TOK_SIDE_VIEW (object);

  switch (id)
    {
    case PROP_PANEL:
      set_child (self, &self->panel, g_value_get_object (value));
      break;
    case PROP_CONTENT:
      set_child (self, &self->content, g_value_get_object (value));
      break;
    case PROP_SHOW_PANEL:
      tok_side_view_set_show_panel (self, g_value_get_boolean (value));
      break;
    case PROP_PINNED:
      set_pinned (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
tok_side_view_dispose (GObject *object)
{
  TokSideView *self = TOK_SIDE_VIEW (object);

  g_clear_pointer (&self->panel, gtk_widget_unparent);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  G_OBJECT_CLASS (tok_side_view_parent_class)->dispose (object);
}

static void
tok_side_view_class_init (TokSideViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = tok_side_view_get_property;
  object_class->set_property = tok_side_view_set_property;
  object_class->dispose = tok_side_view_dispose;
  widget_class->focus = tok_side_view_focus;
  widget_class->measure = tok_side_view_measure;
  widget_class->get_request_mode = tok_side_view_get_request_mode;
  widget_class->size_allocate = tok_side_view_size_allocate;

  properties[PROP_PANEL] = g_param_spec_object ("panel", NULL, NULL, GTK_TYPE_WIDGET, flags);
  properties[PROP_CONTENT] = g_param_spec_object ("content", NULL, NULL, GTK_TYPE_WIDGET, flags);
  properties[PROP_SHOW_PANEL] = g_param_spec_boolean ("show-panel", NULL, NULL, TRUE, flags);
  properties[PROP_PINNED] = g_param_spec_boolean ("pinned", NULL, NULL, TRUE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, on_escape, NULL);
}

static void
tok_side_view_init (TokSideView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  self->pinned = TRUE;
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

gboolean
tok_side_view_get_show_panel (TokSideView *view)
{
  return view->is_narrow ? view->is_open : view->pinned;
}

void
tok_side_view_set_show_panel (TokSideView *view, gboolean show_panel)
{
  if (view->is_narrow)
    set_open (view, show_panel);
  else
    set_pinned (view, show_panel);
}
