/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list holds identifiers; it is filled when it opens and when the search changes (GtkDropDown of GTK 4.8 can only search
 * by the beginning of a name). */

#include "shell/picker.h"

#include <glib/gi18n.h>

#include "present/sentences.h"
#include "shell/picker-entry.h"

struct _TokPicker
{
  TokSessionView  parent_instance;
  TokPickerKind   kind;
  GtkMenuButton  *button;
  GtkLabel       *name;
  GtkPopover     *popover;
  GtkSearchEntry *search;
  GtkStack       *stack;
  GtkListView    *list;
  GtkStringList  *entries;
};

enum { PROP_0, PROP_KIND, N_PROPS };

static GParamSpec *properties[N_PROPS];

G_DEFINE_ENUM_TYPE (TokPickerKind, tok_picker_kind,
                    G_DEFINE_ENUM_VALUE (TOK_PICKER_DEVICE, "device"),
                    G_DEFINE_ENUM_VALUE (TOK_PICKER_HOST, "host"),
                    G_DEFINE_ENUM_VALUE (TOK_PICKER_MODEL, "model"))

G_DEFINE_FINAL_TYPE (TokPicker, tok_picker, TOK_TYPE_SESSION_VIEW)

static const TokCatalog *
get_catalog (TokPicker *self)
{
  return tok_session_get_catalog (tok_session_view_get_session (TOK_SESSION_VIEW (self)));
}

static char *
picked_name (TokPicker *self, const TokPlan *plan)
{
  switch (self->kind)
    {
    case TOK_PICKER_MODEL:
      return tok_sentence_model (plan);
    case TOK_PICKER_HOST:
      if (!plan->host_known)
        return g_strdup (_("Host not known, assumed"));
      return g_strdup (plan->host.picked.name[0] != '\0' ? plan->host.picked.name : _("Host as typed"));
    default:
      return tok_sentence_device (plan, 0);
    }
}

static void
tok_picker_update (TokSessionView *view, TokSession *session)
{
  TokPicker *self = TOK_PICKER (view);
  g_autofree char *name = picked_name (self, tok_session_get_plan (session));

  /* Setting a tooltip asks the X server where the pointer is: only for something new. */
  if (g_str_equal (gtk_label_get_text (self->name), name))
    return;
  gtk_label_set_text (self->name, name);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->button), name);
}

static const char *
title_of (TokPickerKind kind)
{
  static const char *const titles[] = {
    [TOK_PICKER_DEVICE] = N_("Device"),
    [TOK_PICKER_HOST] = N_("Host"),
    [TOK_PICKER_MODEL] = N_("Model"),
  };

  return _(titles[kind]);
}

static void
set_kind (TokPicker *self, TokPickerKind kind)
{
  self->kind = kind;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL, title_of (kind), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, title_of (kind), -1);
}

static void
on_search_changed (TokPicker *self)
{
  tok_picker_search (self, gtk_editable_get_text (GTK_EDITABLE (self->search)));
}

/* Enter alone changes nothing: the first of the list is not meant where the plan's own is not in it. */
static void
on_search_activate (TokPicker *self)
{
  GtkSelectionModel *selection = gtk_list_view_get_model (self->list);
  guint selected = gtk_single_selection_get_selected (GTK_SINGLE_SELECTION (selection));

  if (gtk_editable_get_text (GTK_EDITABLE (self->search))[0] == '\0')
    gtk_popover_popdown (self->popover);
  else if (selected != GTK_INVALID_LIST_POSITION)
    tok_picker_pick (self, selected);
}

/* Down goes from the search into the list, as in every search list. */
static gboolean
on_search_key (TokPicker *self, guint key)
{
  if (key != GDK_KEY_Down)
    return GDK_EVENT_PROPAGATE;
  return gtk_widget_grab_focus (GTK_WIDGET (self->list));
}

static const char *
picked_id (TokPicker *self)
{
  const TokPlan *plan = tok_session_get_plan (tok_session_view_get_session (TOK_SESSION_VIEW (self)));

  switch (self->kind)
    {
    case TOK_PICKER_MODEL:
      return plan->base->id;
    case TOK_PICKER_HOST:
      return plan->host.picked.id;
    default:
      return plan->devices[0].picked.id;
    }
}

/* The list opens where the plan is. */
static void
select_picked (TokPicker *self)
{
  guint n_entries = g_list_model_get_n_items (G_LIST_MODEL (self->entries));

  for (guint i = 0; i < n_entries; i++)
    if (g_strcmp0 (gtk_string_list_get_string (self->entries, i), picked_id (self)) == 0)
      gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (gtk_list_view_get_model (self->list)), i);
}

static void
on_popover_shown (TokPicker *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  tok_picker_search (self, "");
  select_picked (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

static void
set_up_item (TokPicker *self, GtkListItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  for (guint i = 0; i < 2; i++)
    {
      GtkWidget *label = gtk_label_new (NULL);

      gtk_label_set_xalign (GTK_LABEL (label), 0.0);
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      gtk_widget_add_css_class (label, i == 0 ? "entry-name" : "caption");
      gtk_box_append (GTK_BOX (box), label);
    }
  gtk_list_item_set_child (item, box);
}

static void
bind_item (TokPicker *self, GtkListItem *item)
{
  const char *id = gtk_string_object_get_string (gtk_list_item_get_item (item));
  GtkWidget *name = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  g_autofree char *facts = tok_picker_entry_facts (get_catalog (self), self->kind, id);

  gtk_label_set_text (GTK_LABEL (name), tok_picker_entry_name (get_catalog (self), self->kind, id));
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_next_sibling (name)), facts);
}

static void
tok_picker_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_KIND)
    g_value_set_enum (value, TOK_PICKER (object)->kind);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tok_picker_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_KIND)
    set_kind (TOK_PICKER (object), g_value_get_enum (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tok_picker_class_init (TokPickerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = tok_picker_get_property;
  object_class->set_property = tok_picker_set_property;
  TOK_SESSION_VIEW_CLASS (klass)->update = tok_picker_update;

  properties[PROP_KIND] = g_param_spec_enum ("kind", NULL, NULL, TOK_TYPE_PICKER_KIND, TOK_PICKER_DEVICE,
                                             G_PARAM_READWRITE | G_PARAM_CONSTRUCT | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/tokplan/Tokplan/picker.ui");
  gtk_widget_class_bind_template_child (widget_class, TokPicker, button);
  gtk_widget_class_bind_template_child (widget_class, TokPicker, name);
  gtk_widget_class_bind_template_child (widget_class, TokPicker, popover);
  gtk_widget_class_bind_template_child (widget_class, TokPicker, search);
  gtk_widget_class_bind_template_child (widget_class, TokPicker, stack);
  gtk_widget_class_bind_template_child (widget_class, TokPicker, list);
  gtk_widget_class_bind_template_child (widget_class, TokPicker, entries);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_search_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_search_key);
  gtk_widget_class_bind_template_callback (widget_class, on_popover_shown);
  gtk_widget_class_bind_template_callback (widget_class, set_up_item);
  gtk_widget_class_bind_template_callback (widget_class, bind_item);
  gtk_widget_class_bind_template_callback (widget_class, tok_picker_pick);
  gtk_widget_class_bind_template_callback (widget_class, gtk_popover_popdown);
}

static void
tok_picker_init (TokPicker *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  /* GTK centers what is in a menu button; a name reads from its start. */
  gtk_widget_set_halign (gtk_widget_get_parent (GTK_WIDGET (self->name)), GTK_ALIGN_FILL);
}

GListModel *
tok_picker_get_entries (TokPicker *picker)
{
  return G_LIST_MODEL (picker->entries);
}

void
tok_picker_search (TokPicker *picker, const char *words)
{
  const TokCatalog *catalog = get_catalog (picker);
  guint n_entries = tok_picker_entry_count (catalog, picker->kind);
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();

  for (guint i = 0; i < n_entries; i++)
    if (tok_picker_entry_matches (catalog, picker->kind, i, words))
      g_ptr_array_add (ids, (gpointer) tok_picker_entry_id (catalog, picker->kind, i));
  gtk_stack_set_visible_child_name (picker->stack, ids->len > 0 ? "list" : "nothing");
  g_ptr_array_add (ids, NULL);
  gtk_string_list_splice (picker->entries, 0, g_list_model_get_n_items (G_LIST_MODEL (picker->entries)),
                          (const char *const *) ids->pdata);
}

void
tok_picker_pick (TokPicker *picker, guint position)
{
  TokSession *session = tok_session_view_get_session (TOK_SESSION_VIEW (picker));
  const char *id = gtk_string_list_get_string (picker->entries, position);
  const TokCatalog *catalog = get_catalog (picker);

  g_return_if_fail (id != NULL);

  gtk_popover_popdown (picker->popover);
  switch (picker->kind)
    {
    case TOK_PICKER_DEVICE:
      tok_session_set_device (session, &tok_catalog_find_device (catalog, id)->device);
      break;
    case TOK_PICKER_HOST:
      tok_session_set_host (session, &tok_catalog_find_device (catalog, id)->device);
      break;
    case TOK_PICKER_MODEL:
      tok_session_set_model (session, tok_catalog_find_model (catalog, id)->architecture);
      break;
    }
}
