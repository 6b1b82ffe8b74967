/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two widgets for one question, and only the one there is room for is on the screen.  Both follow the stack. */

#include "shell/page-switcher.h"

/* A window of this width has room for tabs, unless the text is so large that they need more. */
#define WIDE_PIXELS 1100

struct _TokPageSwitcher
{
  GtkWidget          parent_instance;
  GtkStack          *stack;
  GtkSelectionModel *pages;
  GtkWidget         *tabs;
  GtkWidget         *list;
};

enum { PROP_0, PROP_STACK, N_PROPS };

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (TokPageSwitcher, tok_page_switcher, GTK_TYPE_WIDGET)

static void
select_visible_page (TokPageSwitcher *self)
{
  guint n_pages = g_list_model_get_n_items (G_LIST_MODEL (self->pages));

  for (guint i = 0; i < n_pages; i++)
    if (gtk_selection_model_is_selected (self->pages, i))
      gtk_drop_down_set_selected (GTK_DROP_DOWN (self->list), i);
}

static void
list_selected_cb (TokPageSwitcher *self)
{
  guint selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->list));

  if (self->pages != NULL && selected != GTK_INVALID_LIST_POSITION)
    gtk_selection_model_select_item (self->pages, selected, TRUE);
}

static void
drop_stack (TokPageSwitcher *self)
{
  if (self->pages != NULL)
    g_signal_handlers_disconnect_by_func (self->pages, select_visible_page, self);
  g_clear_object (&self->pages);
  g_clear_object (&self->stack);
}

static void
set_stack (TokPageSwitcher *self, GtkStack *stack)
{
  drop_stack (self);
  g_set_object (&self->stack, stack);
  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (self->tabs), stack);
  self->pages = stack != NULL ? gtk_stack_get_pages (stack) : NULL;
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->list), G_LIST_MODEL (self->pages));
  if (self->pages == NULL)
    return;
  g_signal_connect_swapped (self->pages, "selection-changed", G_CALLBACK (select_visible_page), self);
  select_visible_page (self);
}

static int
natural_size (GtkWidget *widget, GtkOrientation orientation)
{
  int natural;

  gtk_widget_measure (widget, orientation, -1, NULL, &natural, NULL, NULL);
  return natural;
}

static void
tok_page_switcher_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                           int *minimum_baseline, int *natural_baseline)
{
  TokPageSwitcher *self = TOK_PAGE_SWITCHER (widget);

  *natural = MAX (natural_size (self->tabs, orientation), natural_size (self->list, orientation));
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    gtk_widget_measure (self->list, orientation, -1, minimum, NULL, NULL, NULL);
  else
    *minimum = *natural;
}

static void
tok_page_switcher_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TokPageSwitcher *self = TOK_PAGE_SWITCHER (widget);
  int window_width = gtk_widget_get_width (GTK_WIDGET (gtk_widget_get_root (widget)));
  gboolean is_wide = window_width >= WIDE_PIXELS && width >= natural_size (self->tabs, GTK_ORIENTATION_HORIZONTAL);
  GtkWidget *shown = is_wide ? self->tabs : self->list;
  GtkAllocation place = { .width = MIN (width, natural_size (shown, GTK_ORIENTATION_HORIZONTAL)), .height = height };

  gtk_widget_set_child_visible (self->tabs, is_wide);
  gtk_widget_set_child_visible (self->list, !is_wide);
  place.x = (width - place.width) / 2;
  gtk_widget_size_allocate (shown, &place, baseline);
}

static void
tok_page_switcher_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_STACK)
    g_value_set_object (value, TOK_PAGE_SWITCHER (object)->stack);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tok_page_switcher_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_STACK)
    set_stack (TOK_PAGE_SWITCHER (object), g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tok_page_switcher_dispose (GObject *object)
{
  drop_stack (TOK_PAGE_SWITCHER (object));
  gtk_widget_dispose_template (GTK_WIDGET (object), TOK_TYPE_PAGE_SWITCHER);
  G_OBJECT_CLASS (tok_page_switcher_parent_class)->dispose (object);
}

static void
tok_page_switcher_class_init (TokPageSwitcherClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->get_property = tok_page_switcher_get_property;
  object_class->set_property = tok_page_switcher_set_property;
  object_class->dispose = tok_page_switcher_dispose;
  widget_class->measure = tok_page_switcher_measure;
  widget_class->size_allocate = tok_page_switcher_size_allocate;

  properties[PROP_STACK] = g_param_spec_object ("stack", NULL, NULL, GTK_TYPE_STACK, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/tokplan/Tokplan/page-switcher.ui");
  gtk_widget_class_bind_template_child (widget_class, TokPageSwitcher, tabs);
  gtk_widget_class_bind_template_child (widget_class, TokPageSwitcher, list);
  gtk_widget_class_bind_template_callback (widget_class, list_selected_cb);
}

static void
tok_page_switcher_init (TokPageSwitcher *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
