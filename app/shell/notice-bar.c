/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A revealer with a sentence and a button to close it (GtkInfoBar is deprecated in later versions of GTK). */

#include "shell/notice-bar.h"

struct _TokNoticeBar
{
  GtkWidget    parent_instance;
  GtkRevealer *revealer;
  GtkLabel    *label;
};

G_DEFINE_FINAL_TYPE (TokNoticeBar, tok_notice_bar, GTK_TYPE_WIDGET)

/* A closed bar is not there at all, for screen readers too. */
static void
on_revealed (TokNoticeBar *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self),
                          gtk_revealer_get_reveal_child (self->revealer) || gtk_revealer_get_child_revealed (self->revealer));
}

static void
tok_notice_bar_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), TOK_TYPE_NOTICE_BAR);
  G_OBJECT_CLASS (tok_notice_bar_parent_class)->dispose (object);
}

static void
tok_notice_bar_class_init (TokNoticeBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tok_notice_bar_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/tokplan/Tokplan/notice-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, TokNoticeBar, revealer);
  gtk_widget_class_bind_template_child (widget_class, TokNoticeBar, label);
  gtk_widget_class_bind_template_callback (widget_class, on_revealed);
  gtk_widget_class_bind_template_callback (widget_class, tok_notice_bar_close);
}

static void
tok_notice_bar_init (TokNoticeBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
show (TokNoticeBar *bar, const char *message)
{
  gtk_label_set_text (bar->label, message);
  gtk_widget_set_visible (GTK_WIDGET (bar), TRUE);
  gtk_revealer_set_reveal_child (bar->revealer, TRUE);
}

void
tok_notice_bar_tell (TokNoticeBar *bar, const char *message)
{
  gtk_widget_remove_css_class (GTK_WIDGET (bar), "calm");
  show (bar, message);
}

void
tok_notice_bar_inform (TokNoticeBar *bar, const char *message)
{
  gtk_widget_add_css_class (GTK_WIDGET (bar), "calm");
  show (bar, message);
}

void
tok_notice_bar_close (TokNoticeBar *bar)
{
  gtk_revealer_set_reveal_child (bar->revealer, FALSE);
}

const char *
tok_notice_bar_get_message (TokNoticeBar *bar)
{
  return gtk_revealer_get_reveal_child (bar->revealer) ? gtk_label_get_text (bar->label) : NULL;
}
