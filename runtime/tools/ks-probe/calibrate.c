/* ks-probe --calibrate: the power figures of a machine file, replaced by measured ones.
 *
 * Everything else in the file stays as it is: names, latencies, what its author has written,
 * members for other tools. Sources of the replaced figures go with them, because they would be
 * wrong. All points of the file must have been measured; otherwise the file stays as it is.
 */
#include "../../record/read_json.h"
#include "../../record/write_json.h"
#include "../common/output.h"
#include "machine.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const figures[] = {"activeMwPerCore", "gatedMwPerCore", "baseMw"};

static int is_figure(const char *name) {
  for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
    if (strncmp(name, figures[i], strlen(figures[i])) == 0)
      return 1;
  return 0;
}

static const opp *measured_point(const machine *in, double id, double khz) {
  for (int i = 0; i < in->domain_count; i++)
    for (int k = 0; in->domains[i].number == (int)id && k < in->domains[i].opp_count; k++)
      if ((double)in->domains[i].opps[k].freq_khz == khz && in->domains[i].opps[k].is_measured)
        return &in->domains[i].opps[k];
  return NULL;
}

/* Whether each of the file's points was measured; otherwise says which was not. */
static int is_all_measured(const char *path, const ksi_json_value *file, const machine *in) {
  const ksi_json_value *clocks = ksi_json_members(file, "clockDomains");
  for (const ksi_json_value *each = clocks->first; each != NULL; each = each->next) {
    const double id = ksi_json_number(each, "id");
    const ksi_json_value *opps = ksi_json_members(each, "opps");
    for (const ksi_json_value *one = opps->first; one != NULL; one = one->next)
      if (measured_point(in, id, ksi_json_number(one, "freqKhz")) == NULL) {
        fprintf(stderr,
                "ks-probe: %s: not changed: this machine has no domain %.0f with %.0f kHz\n", path,
                id, ksi_json_number(one, "freqKhz"));
        return 0;
      }
  }
  if (clocks->count == 0)
    fprintf(stderr, "ks-probe: %s: not changed: it has no clock domains\n", path);
  return clocks->count > 0;
}

/* --- Writing it again. */

typedef struct writer {
  ksi_json json;
  const machine *measured;
} writer;

static void put_digits(ksi_json *json, const char *name, double number) {
  char text[40];
  int digits = 1;
  do
    snprintf(text, sizeof text, "%.*g", digits, number);
  while (strtod(text, NULL) != number && ++digits <= 17);
  ksi_put_digits(json, name, text);
}

static void put_mw(ksi_json *json, const char *name, double mw) {
  put_digits(json, name, round(mw * 10) / 10);
}

static int is_short(const ksi_json_value *of) {
  size_t length = 0;
  for (const ksi_json_value *each = of->first; each != NULL; each = each->next) {
    if (each->kind == KSI_JSON_OBJECT || each->kind == KSI_JSON_ARRAY)
      return 0;
    length += each->kind == KSI_JSON_TEXT ? strlen(each->text) : 8;
  }
  return length < 80;
}

static void put_value(writer *to, const ksi_json_value *of);

static void put_members(writer *to, const ksi_json_value *of) {
  for (const ksi_json_value *each = of->first; each != NULL; each = each->next)
    put_value(to, each);
}

static void put_container(writer *to, const ksi_json_value *of) {
  const char bracket = of->kind == KSI_JSON_OBJECT ? '{' : '[';
  is_short(of) ? ksi_open_line(&to->json, of->name, bracket)
               : ksi_open_json(&to->json, of->name, bracket);
  put_members(to, of);
  ksi_close_json(&to->json, bracket == '{' ? '}' : ']');
}

static void put_value(writer *to, const ksi_json_value *of) {
  switch (of->kind) {
  case KSI_JSON_OBJECT:
  case KSI_JSON_ARRAY:
    put_container(to, of);
    break;
  case KSI_JSON_TEXT:
    ksi_put_text(&to->json, of->name, of->text);
    break;
  case KSI_JSON_NUMBER:
    put_digits(&to->json, of->name, of->number);
    break;
  case KSI_JSON_NULL:
    ksi_put_null(&to->json, of->name);
    break;
  default:
    ksi_put_digits(&to->json, of->name, of->kind == KSI_JSON_TRUE ? "true" : "false");
  }
}

static void put_point(writer *to, const ksi_json_value *of, double id) {
  const opp *at = measured_point(to->measured, id, ksi_json_number(of, "freqKhz"));
  ksi_open_line(&to->json, NULL, '{');
  for (const ksi_json_value *each = of->first; each != NULL; each = each->next)
    if (!is_figure(each->name))
      put_value(to, each);
  put_mw(&to->json, "activeMwPerCore", at->active_mw);
  put_mw(&to->json, "gatedMwPerCore", at->gated_mw);
  ksi_close_json(&to->json, '}');
}

static void put_clock(writer *to, const ksi_json_value *of) {
  ksi_open_json(&to->json, NULL, '{');
  for (const ksi_json_value *each = of->first; each != NULL; each = each->next) {
    if (strcmp(each->name, "opps") != 0 || each->kind != KSI_JSON_ARRAY) {
      put_value(to, each);
      continue;
    }
    ksi_open_json(&to->json, "opps", '[');
    for (const ksi_json_value *one = each->first; one != NULL; one = one->next)
      put_point(to, one, ksi_json_number(of, "id"));
    ksi_close_json(&to->json, ']');
  }
  ksi_close_json(&to->json, '}');
}

static void put_clocks(writer *to, const ksi_json_value *of) {
  ksi_open_json(&to->json, of->name, '[');
  for (const ksi_json_value *each = of->first; each != NULL; each = each->next)
    put_clock(to, each);
  ksi_close_json(&to->json, ']');
}

/* Lists and tables of sources, without those of the replaced figures. */
static void put_sources(writer *to, const ksi_json_value *of) {
  const char bracket = of->kind == KSI_JSON_OBJECT ? '{' : '[';
  ksi_open_json(&to->json, of->name, bracket);
  for (const ksi_json_value *each = of->first; each != NULL; each = each->next) {
    const char *subject = bracket == '{'                ? each->name
                          : each->kind == KSI_JSON_TEXT ? each->text
                                                        : "";
    if (!is_figure(subject))
      put_value(to, each);
  }
  ksi_close_json(&to->json, bracket == '{' ? '}' : ']');
}

static void put_source(writer *to, const ksi_json_value *of) {
  ksi_open_json(&to->json, "source", '{');
  for (const ksi_json_value *each = of != NULL ? of->first : NULL; each != NULL;
       each = each->next) {
    if (each->kind == KSI_JSON_OBJECT || each->kind == KSI_JSON_ARRAY)
      put_sources(to, each);
    else if (strcmp(each->name, "power") != 0 && strcmp(each->name, "powerSensors") != 0)
      put_value(to, each);
  }
  ksi_put_text(&to->json, "power", "measured");
  ksi_put_text(&to->json, "powerSensors", to->measured->power_sensors);
  ksi_close_json(&to->json, '}');
}

static void put_file(writer *to, const ksi_json_value *of) {
  int has_source = ksi_json_member(of, "source") != NULL;
  ksi_open_json(&to->json, NULL, '{');
  for (const ksi_json_value *each = of->first; each != NULL; each = each->next) {
    if (strcmp(each->name, "source") == 0)
      put_source(to, each);
    else if (strcmp(each->name, "clockDomains") == 0)
      put_clocks(to, each);
    else if (strcmp(each->name, "baseMw") != 0)
      put_value(to, each);
  }
  if (!has_source)
    put_source(to, NULL);
  put_mw(&to->json, "baseMw", to->measured->base_mw);
  ksi_close_json(&to->json, '}');
}

static int complain(const char *path, const char *what) {
  fprintf(stderr, "ks-probe: %s: error: %s\n", path, what);
  return 0;
}

static int write_file(const char *path, const ksi_json_value *file, const machine *measured) {
  output made;
  if (!output_open(&made, path))
    return complain(path, strerror(errno));
  writer to = {.json = {.file = made.stream}, .measured = measured};
  put_file(&to, file);
  return output_close(&made, 1) || complain(path, strerror(errno));
}

int calibrate_file(const char *path, const char *output, const machine *measured) {
  size_t length = 0;
  char *text = ksi_read_json_file(path, &length);
  if (text == NULL)
    return complain(path, strerror(errno));
  ksi_json_document document = ksi_read_json(text, length);
  int is_done = 0;
  if (document.top == NULL || strcmp(ksi_json_text(document.top, "format"), "kasuri-machine") != 0)
    complain(path, "not a machine file");
  else if (measured->base_mw <= 0)
    fprintf(stderr, "ks-probe: %s: not changed: power was not measured\n", path);
  else if (is_all_measured(path, document.top, measured))
    is_done = write_file(output != NULL ? output : path, document.top, measured);
  ksi_free_json(&document);
  free(text);
  return is_done;
}
