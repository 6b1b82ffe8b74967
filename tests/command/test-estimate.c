/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tokplan estimate: the contract of its words, its exit codes and its JSON. */

#include <glib/gstdio.h>
#include <string.h>

#include "command/command.h"
#include "core/plan.h"
#include "run-tokplan.h"

#define CARD "--device 'RTX 4090' --model llama-3.1-8b "

static void
assert_says (const char *text,
             const char *words)
{
  if (strstr (text, words) == NULL)
    g_error ("“%s” does not say “%s”", text, words);
}

/* Wrong words: nothing on standard output, one sentence on standard error, exit code 2. */
static void
assert_refused (const char *command_line,
                const char *words)
{
  g_auto (TokRun) run = tok_run (command_line);

  g_assert_cmpint (run.exit_code, ==, TOK_EXIT_WORDS);
  g_assert_cmpstr (run.output, ==, "");
  g_assert_true (g_str_has_prefix (run.errors, "tokplan: "));
  g_assert_cmpuint (strcspn (run.errors, "\n"), ==, strlen (run.errors) - 1);
  assert_says (run.errors, words);
}

static double
number_at (JsonObject *object,
           const char *member,
           const char *name)
{
  return json_object_get_double_member (json_object_get_object_member (object, member), name);
}

static double
speed_of (const char *command_line)
{
  g_autoptr (JsonObject) object = tok_run_object (command_line);

  return number_at (object, "decode", "tok_s");
}

static void
test_people_get_lines_and_a_verdict (void)
{
  static const char *const labels[] = {
    "RTX 4090 · Llama 3.1 8B", "\nSpeed ", "\nBand ", "\nBasis ", "\nCeiling ", "\nFirst token ", "\nAnswer ", "\nCold start ",
    "\nFit ", "\nMemory ", "\nHost memory ", "\nLayers ",
  };
  g_auto (TokRun) run = tok_run ("estimate " CARD);

  g_assert_cmpint (run.exit_code, ==, TOK_EXIT_DONE);
  g_assert_cmpstr (run.errors, ==, "");
  for (gsize i = 0; i < G_N_ELEMENTS (labels); i++)
    assert_says (run.output, labels[i]);
  assert_says (run.output, "the KV cache, not the server.\n");
}

static char *
basis_of (const char *command_line)
{
  g_autoptr (JsonObject) object = tok_run_object (command_line);

  return g_strdup (json_object_get_string_member (object, "basis"));
}

/* As soon as anything is on the CPU it is asked for the host, and nothing measured speaks for one that is assumed. */
static void
test_basis_says_that_the_host_is_assumed (void)
{
  g_auto (TokRun) run = tok_run ("estimate " CARD "--gpu-layers 20");
  g_autofree char *assumed = basis_of ("estimate " CARD "--gpu-layers 20 --json");
  g_autofree char *known = basis_of ("estimate " CARD "--gpu-layers 20 --host cpu-dual-ddr5-6000 --json");

  assert_says (run.output, "\nBasis        specification only: the host is assumed\n");
  g_assert_cmpstr (assumed, ==, "specification only");
  g_assert_cmpstr (known, !=, "specification only");
}

static void
assert_members (JsonObject *object,
                const char *members)
{
  g_auto (GStrv) names = g_strsplit (members, " ", -1);

  g_assert_cmpuint (json_object_get_size (object), ==, g_strv_length (names));
  for (guint i = 0; names[i] != NULL; i++)
    if (!json_object_has_member (object, names[i]))
      g_error ("“%s” is missing", names[i]);
}

static void
test_json_has_the_names_of_the_contract (void)
{
  g_autoptr (JsonObject) object = tok_run_object ("estimate " CARD "--json");
  JsonObject *decode = json_object_get_object_member (object, "decode");
  JsonArray *memory = json_object_get_array_member (object, "memory");

  assert_members (object, "plan decode decode_empty prefill ttft answer load memory fit gpu_layers serving speculation "
                          "bottleneck basis caveats advice");
  assert_members (decode, "tok_s low high ceiling_tok_s realized_share seconds bytes_read");
  assert_members (json_object_get_object_member (decode, "seconds"), "weights kv attention launches cpu link other");
  assert_members (json_object_get_object_member (object, "decode_empty"), "tok_s low high");
  assert_members (json_object_get_object_member (object, "prefill"), "tok_s low high");
  assert_members (json_object_get_object_member (object, "ttft"), "seconds low high");
  assert_members (json_object_get_object_member (object, "answer"), "seconds");
  assert_members (json_object_get_object_member (object, "load"), "seconds");
  assert_members (json_object_get_object_member (object, "gpu_layers"), "used total max_fit");
  assert_members (json_object_get_object_member (object, "serving"), "aggregate_tok_s per_stream_tok_s ttft_s");
  assert_members (json_object_get_object_member (object, "speculation"), "speedup best_length");
  g_assert_cmpuint (json_array_get_length (memory), ==, 2);
  for (guint i = 0; i < 2; i++)
    assert_members (json_array_get_object_element (memory, i), "place total_bytes weights kv state compute reserve free_bytes");
  g_assert_cmpstr (json_object_get_string_member (json_array_get_object_element (memory, 1), "place"), ==, "host");
  g_assert_true (json_object_get_null_member (object, "advice"));
  g_assert_cmpstr (json_object_get_string_member (object, "fit"), ==, "fits");
  g_assert_cmpstr (json_object_get_string_member (object, "bottleneck"), ==, "weights");
}

static void
test_json_resolves_what_is_automatic (void)
{
  g_autoptr (JsonObject) object = tok_run_object ("estimate " CARD "--json");
  JsonObject *plan = json_object_get_object_member (object, "plan");
  JsonObject *parameters = json_object_get_object_member (plan, "parameters");

  g_assert_cmpint (json_object_get_int_member (parameters, "depth"), ==, 16384);
  g_assert_cmpstr (json_object_get_string_member (parameters, "engine"), ==, "llama.cpp-cuda");
  g_assert_cmpstr (json_object_get_string_member (parameters, "os"), ==, "linux");
  g_assert_cmpfloat (json_object_get_double_member (parameters, "reserve"), >, 0.0);
}

static void
test_json_sums_up (void)
{
  g_autoptr (JsonObject) object = tok_run_object ("estimate " CARD "--json");
  JsonObject *decode = json_object_get_object_member (object, "decode");
  JsonObject *seconds = json_object_get_object_member (decode, "seconds");
  JsonObject *place = json_array_get_object_element (json_object_get_array_member (object, "memory"), 0);
  static const char *const parts[] = { "weights", "kv", "state", "compute", "reserve", "free_bytes" };
  double total = 0.0, bytes = 0.0;
  g_autoptr (GList) terms = json_object_get_values (seconds);

  for (GList *term = terms; term != NULL; term = term->next)
    total += json_node_get_double (term->data);
  g_assert_cmpfloat_with_epsilon (total * json_object_get_double_member (decode, "tok_s"), 1.0, 1e-4);
  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    bytes += json_object_get_int_member (place, parts[i]);
  g_assert_cmpfloat_with_epsilon (bytes, json_object_get_int_member (place, "total_bytes"), 4.0);
  g_assert_cmpint (json_object_get_int_member (place, "kv"), ==, 2147483648);
}

static void
test_json_numbers_are_written_as_people_do (void)
{
  g_auto (TokRun) run = tok_run ("estimate " CARD "--json");
  g_autoptr (GRegex) endless = g_regex_new ("[0-9]\\.[0-9]{10,}|[0-9][eE][-+0-9]|nan|inf", 0, 0, NULL);

  g_assert_false (g_regex_match (endless, strstr (run.output, "\"decode\""), 0, NULL));
}

/* 13 a of the physics notes, within the band of a calibrated class. */
static void
test_founding_example_is_in_its_band (void)
{
  double tok_s = speed_of ("estimate " CARD "--depth 256 --json");

  g_assert_cmpfloat (tok_s, >, 168.0 * 0.85);
  g_assert_cmpfloat (tok_s, <, 168.0 * 1.15);
}

static void
test_every_parameter_is_an_option (void)
{
  g_auto (TokRun) help = tok_run ("estimate --help");

  g_assert_cmpint (help.exit_code, ==, TOK_EXIT_DONE);
  assert_says (help.output, "Examples");
  for (guint param = 0; param < TOK_N_PARAMS; param++)
    {
      const TokParamInfo *info = tok_plan_param_info (param);
      g_autofree char *name = g_strdelimit (g_strdup (info->name), "_", '-');
      g_autofree char *value = info->choice_name != NULL ? g_strdup (info->choice_name (0)) : g_strdup_printf ("%.10g", info->minimum);
      g_autofree char *command_line = g_strdup_printf ("estimate " CARD "--%s %s", name, value);
      g_autofree char *line = g_strdup_printf ("\n  --%s ", name);
      g_auto (TokRun) run = tok_run (command_line);

      g_assert_cmpstr (run.errors, ==, "");
      g_assert_cmpint (run.exit_code, ==, TOK_EXIT_DONE);
      assert_says (help.output, line);
    }
}

static void
test_options_change_the_plan (void)
{
  double plain = speed_of ("estimate " CARD "--json");

  g_assert_cmpfloat (speed_of ("estimate " CARD "--bandwidth 504 --json"), <, plain);
  g_assert_cmpfloat (speed_of ("estimate " CARD "--bandwidth=2TB/s --json"), >, plain);
  g_assert_cmpfloat (speed_of ("estimate " CARD "--kv q8_0 --json"), >, plain);
  g_assert_cmpfloat (speed_of ("estimate " CARD "--kv-on-cpu --json"), <, plain);
  g_assert_cmpfloat (speed_of ("estimate " CARD "--quant UD-Q8_K_XL --json"), <, plain);
  g_assert_cmpfloat (speed_of ("estimate " CARD "--depth 0 --json"), >, plain);
  g_assert_cmpfloat (speed_of ("estimate " CARD "--context 64k --json"), <, plain);
  g_assert_cmpfloat (speed_of ("estimate " CARD "--gpu-layers 999 --json"), ==, plain);
  g_assert_cmpfloat (speed_of ("estimate " CARD "--gpu-layers all --json"), ==, plain);
  g_assert_cmpfloat (speed_of ("estimate " CARD "--gpu_layers 16 --json"), <, plain);
}

static void
test_order_of_words_does_not_matter (void)
{
  double one = speed_of ("estimate --depth 20000 --context 32k " CARD "--parameters 12 --active-parameters 12 --json");
  double other = speed_of ("estimate --json --active-parameters 12 --parameters 12 --model=llama-3.1-8b --context=32k "
                           "--depth=20000 --device=geforce-rtx-4090");

  g_assert_cmpfloat (one, ==, other);
}

static void
test_device_options_belong_to_the_device_before_them (void)
{
  g_autoptr (JsonObject) object = tok_run_object ("estimate --device 'RTX 3090' --device 'RTX 3090' --device-memory 12 "
                                                  "--model llama-3.1-8b --json");
  JsonArray *memory = json_object_get_array_member (object, "memory");
  const double gib = 1024.0 * 1024.0 * 1024.0;

  g_assert_cmpfloat (json_object_get_int_member (json_array_get_object_element (memory, 0), "total_bytes"), >, 23.0 * gib);
  g_assert_cmpfloat (json_object_get_int_member (json_array_get_object_element (memory, 1), "total_bytes"), <=, 12.0 * gib);
}

/* The second card is told what it has: nothing changes, what the driver takes of it neither. */
static void
test_device_options_that_say_what_is_change_nothing (void)
{
  g_auto (TokRun) plain = tok_run ("estimate --device 'RTX 3090' --device 'RTX 3090' --model llama-3.3-70b");
  g_auto (TokRun) told = tok_run ("estimate --device 'RTX 3090' --device 'RTX 3090' --device-memory 24 --model llama-3.3-70b");

  g_assert_cmpstr (told.output, ==, plain.output);
}

static void
test_host_that_is_named_narrows_the_band (void)
{
  g_auto (TokRun) assumed = tok_run ("estimate --device 'RTX 4090' --model llama-3.3-70b");
  g_auto (TokRun) named = tok_run ("estimate --device 'RTX 4090' --model llama-3.3-70b --host-channels 2 --host-transfer-rate 6000");

  assert_says (assumed.output, "The host is assumed");
  g_assert_null (strstr (named.output, "The host is assumed"));
}

static void
test_draft_model_speculates (void)
{
  g_autoptr (JsonObject) object = tok_run_object ("estimate --device 'A100 PCIe 80 GB' --model llama-3.3-70b "
                                                  "--draft-model llama-3.2-1b --draft-length 5 --acceptance 0.8 --json");

  g_assert_cmpfloat (number_at (object, "speculation", "speedup"), >, 1.0);
}

/* The answer is sped up by the best length, so it is told. */
static void
test_draft_model_alone_drafts_the_best_length (void)
{
  g_auto (TokRun) alone = tok_run ("estimate --device 'A100 PCIe 80 GB' --model llama-3.3-70b --draft-model llama-3.2-1b");
  g_auto (TokRun) longer = tok_run ("estimate --device 'A100 PCIe 80 GB' --model llama-3.3-70b --draft-model llama-3.2-1b --draft-length 16");
  g_auto (TokRun) none = tok_run ("estimate --device 'A100 PCIe 80 GB' --model llama-3.3-70b");

  assert_says (alone.output, "\nSpeculation ");
  assert_says (alone.output, ", the best one\n");
  assert_says (longer.output, "with a draft length of 16; the best is ");
  g_assert_null (strstr (none.output, "Speculation"));
}

static void
test_wrong_words_get_one_sentence (void)
{
  assert_refused ("estimate --device 'RTX 9999' --model llama-3.1-8b", "There is no device “RTX 9999”; the nearest are: ");
  assert_refused ("estimate --device 'RTX 9999' --model llama-3.1-8b", "”; “tokplan devices WORDS” lists all.");
  assert_refused ("estimate --device 'RTX 4090' --model nonesuch", "”; “tokplan models WORDS” lists all.");
  assert_refused ("estimate --device 'RTX 4090' --model lama-9", "There is no model “lama-9”; the nearest are: ");
  assert_refused ("estimate --model llama-3.1-8b", "Name a device");
  assert_refused ("estimate --device 'RTX 4090'", "Name a model");
  assert_refused ("estimate " CARD "--contxt 5", "did you mean --context?");
  assert_refused ("estimate " CARD "-x", "There is no option -x");
  assert_refused ("estimate " CARD "--theme dark", "There is no option --theme here");
  assert_refused ("estimate " CARD "--context", "--context needs a value");
  assert_refused ("estimate " CARD "--context ''", "--context needs a value");
  assert_refused ("estimate --device ' ' --model llama-3.1-8b", "--device needs a value");
  assert_refused ("estimate " CARD "--context twelve", "give a number from 1 to 16777216");
  assert_refused ("estimate " CARD "--context 0", "--context cannot be “0”; give a number from 1 to 16777216.");
  assert_refused ("estimate " CARD "--acceptance 1.5", "from 0 to 1");
  assert_refused ("estimate " CARD "--depth 20000", "with this plan the most is 16384");
  assert_refused ("estimate " CARD "--kv q9_0", "did you mean “q8_0”?");
  assert_refused ("estimate " CARD "--gpu-layers -1", "give a number from 0 to 1024");
  assert_refused ("estimate " CARD "--file-bytes 4.9", "from 1000000 to 100000000000000, or auto.");
  assert_refused ("estimate " CARD "--host 'RTX 3090'", "NVIDIA GeForce RTX 3090 is not a CPU");
  assert_refused ("estimate " CARD "--device cpu-dual-ddr4-3200", "is a CPU; beside other devices");
  assert_refused ("estimate " CARD "--json=yes", "--json takes no value");
  assert_refused ("estimate " CARD "elephant", "“elephant” is neither");
  assert_refused ("estimat " CARD, "did you mean “estimate”?");
}

static void
test_three_nearest_names_are_offered (void)
{
  g_auto (TokRun) run = tok_run ("estimate --device 'RTX 4099' --model llama-3.1-8b");
  g_auto (GStrv) names = g_strsplit (strstr (run.errors, "nearest are: "), ", ", -1);

  g_assert_cmpuint (g_strv_length (names), ==, 3);
}

static void
test_too_many_devices_are_refused (void)
{
  GString *command_line = g_string_new ("estimate --model llama-3.1-8b");

  for (guint i = 0; i < TOK_MAX_DEVICES + 1; i++)
    g_string_append (command_line, " --device 'RTX 3090'");
  assert_refused (command_line->str, "At most 8 devices");
  g_string_free (command_line, TRUE);
}

/* The names joined by blanks. */
static char *
caveats_of (const char *command_line)
{
  g_autoptr (JsonObject) object = tok_run_object (command_line);
  JsonArray *caveats = json_object_get_array_member (object, "caveats");
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < json_array_get_length (caveats); i++)
    g_string_append_printf (names, "%s%s", i > 0 ? " " : "", json_array_get_string_element (caveats, i));
  return g_strdup (names->str);
}

/* They are told, but nothing failed: the figures are there. */
static void
test_caveats_are_named (void)
{
  static const struct { const char *options, *names; } cases[] = {
    { "--device 'RTX 4090' --model llama-3.1-8b", "" },
    { "--device 'RX 7900 XTX' --model llama-3.1-8b", "" },
    { "--device 'Arc B580' --model llama-3.1-8b", "" },
    { "--device 'M3 Max' --model llama-3.1-8b", "" },
    { "--device 'Ryzen 9 7950X' --model llama-3.1-8b", "" },
    { "--device 'RX 7900 XTX' --model llama-3.1-8b --engine llama.cpp-cuda", "engine-device" },
    { "--device 'RTX 4090' --model llama-3.1-8b --engine vllm", "engine-file-type" },
    { "--device 'RTX 4090' --model llama-3.1-8b --engine vllm --quant AWQ", "" },
    { "--device 'RTX 4090' --model gpt-oss-20b --engine vllm", "" },
    { "--device 'RTX 4090' --model llama-3.1-8b --kv q8_0 --flash-attention off", "cache-type" },
    { "--device 'RTX 4090' --model llama-3.1-8b --draft-model qwen2.5-0.5b", "draft-tokenizer" },
    { "--device 'RTX 4090' --model llama-3.1-8b --draft-model llama-3.2-1b", "" },
    { "--device 'RTX 4090' --model llama-3.1-8b --context 256k", "context" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *command_line = g_strdup_printf ("estimate %s --json", cases[i].options);
      g_autofree char *names = caveats_of (command_line);

      g_test_message ("%s", cases[i].options);
      g_assert_cmpstr (names, ==, cases[i].names);
    }
}

/* A 70B model forced onto a card of Windows: where the host is too small for what spills, the speed stays that of the link. */
static void
test_more_context_is_never_faster_on_windows (void)
{
  double last = G_MAXDOUBLE;

  for (guint context = 8; context <= 128; context += 8)
    {
      g_autofree char *command_line = g_strdup_printf ("estimate --device 'RTX 4090' --model llama-3-70b --gpu-layers all --os windows "
                                                       "--context %uk --json", context);
      double speed = speed_of (command_line);

      g_assert_cmpfloat (speed, <, last);
      last = speed;
    }
}

static void
test_one_token_is_no_plural (void)
{
  g_auto (TokRun) run = tok_run ("estimate " CARD "--depth 1 --prompt 1 --answer 1");

  assert_says (run.output, "with 1 token in the KV cache");
  assert_says (run.output, "a prompt of 1 token, ");
  assert_says (run.output, "an answer of 1 token, ");
}

static void
test_ceiling_tells_the_depth_it_holds_at (void)
{
  g_auto (TokRun) filled = tok_run ("estimate " CARD "--context 16k");
  g_auto (TokRun) empty = tok_run ("estimate " CARD "--context 16k --depth 0");

  assert_says (filled.output, " tok/s at 16k = 1008");
  assert_says (empty.output, " tok/s = 1008");
}

static void
test_file_that_cannot_be_read_is_a_failure (void)
{
  g_auto (TokRun) run = tok_run ("estimate /nonexistent/plan.tokplan");

  g_assert_cmpint (run.exit_code, ==, TOK_EXIT_FAILED);
  g_assert_cmpstr (run.output, ==, "");
  g_assert_cmpstr (run.errors, ==, "tokplan: There is no file “/nonexistent/plan.tokplan”; check its name and its folder.\n");
}

static void
test_plan_of_the_json_is_a_plan_file (void)
{
  g_autoptr (JsonObject) object = tok_run_object ("estimate " CARD "--quant Q6_K --context 40k --kv q8_0 --json");
  g_autoptr (JsonNode) node = json_object_dup_member (object, "plan");
  g_autofree char *text = json_to_string (node, TRUE);
  g_autofree char *folder = g_dir_make_tmp ("tokplan-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "my plan.tokplan", NULL);
  g_autofree char *same = g_strdup_printf ("estimate '%s' --json", path);
  g_autofree char *changed = g_strdup_printf ("estimate '%s' --model qwen3-14b --device 'RTX 3090' --json", path);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_assert_cmpfloat (speed_of (same), ==, number_at (object, "decode", "tok_s"));
  g_assert_cmpfloat (speed_of (changed), <, number_at (object, "decode", "tok_s"));
  g_remove (path);
  g_rmdir (folder);
}

int
main (int    argc,
      char **argv)
{
  tok_run_init (argc, argv);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/estimate/people-get-lines-and-a-verdict", test_people_get_lines_and_a_verdict);
  g_test_add_func ("/estimate/basis-says-that-the-host-is-assumed", test_basis_says_that_the_host_is_assumed);
  g_test_add_func ("/estimate/json-has-the-names-of-the-contract", test_json_has_the_names_of_the_contract);
  g_test_add_func ("/estimate/json-resolves-what-is-automatic", test_json_resolves_what_is_automatic);
  g_test_add_func ("/estimate/json-sums-up", test_json_sums_up);
  g_test_add_func ("/estimate/json-numbers-are-written-as-people-do", test_json_numbers_are_written_as_people_do);
  g_test_add_func ("/estimate/founding-example-is-in-its-band", test_founding_example_is_in_its_band);
  g_test_add_func ("/estimate/every-parameter-is-an-option", test_every_parameter_is_an_option);
  g_test_add_func ("/estimate/options-change-the-plan", test_options_change_the_plan);
  g_test_add_func ("/estimate/order-of-words-does-not-matter", test_order_of_words_does_not_matter);
  g_test_add_func ("/estimate/device-options-belong-to-the-device-before-them", test_device_options_belong_to_the_device_before_them);
  g_test_add_func ("/estimate/device-options-that-say-what-is-change-nothing", test_device_options_that_say_what_is_change_nothing);
  g_test_add_func ("/estimate/host-that-is-named-narrows-the-band", test_host_that_is_named_narrows_the_band);
  g_test_add_func ("/estimate/draft-model-speculates", test_draft_model_speculates);
  g_test_add_func ("/estimate/draft-model-alone-drafts-the-best-length", test_draft_model_alone_drafts_the_best_length);
  g_test_add_func ("/estimate/wrong-words-get-one-sentence", test_wrong_words_get_one_sentence);
  g_test_add_func ("/estimate/three-nearest-names-are-offered", test_three_nearest_names_are_offered);
  g_test_add_func ("/estimate/too-many-devices-are-refused", test_too_many_devices_are_refused);
  g_test_add_func ("/estimate/caveats-are-named", test_caveats_are_named);
  g_test_add_func ("/estimate/more-context-is-never-faster-on-windows", test_more_context_is_never_faster_on_windows);
  g_test_add_func ("/estimate/one-token-is-no-plural", test_one_token_is_no_plural);
  g_test_add_func ("/estimate/ceiling-tells-the-depth-it-holds-at", test_ceiling_tells_the_depth_it_holds_at);
  g_test_add_func ("/estimate/file-that-cannot-be-read-is-a-failure", test_file_that_cannot_be_read_is_a_failure);
  g_test_add_func ("/estimate/plan-of-the-json-is-a-plan-file", test_plan_of_the_json_is_a_plan_file);
  return g_test_run ();
}
