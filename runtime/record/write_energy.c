#include "write_energy.h"

#include <string.h>

static double mj(uint64_t nj) { return (double)nj * 1e-6; }

static void put_text_or_null(ksi_json *json, const char *name, const char *text) {
  if (text[0] != '\0')
    ksi_put_text(json, name, text);
  else
    ksi_put_null(json, name);
}

/* The members of an account, whose object is open; closes it. */
static void put_account(ksi_json *json, const ksi_energy_total *in, const ksi_energy_account *of) {
  ksi_put_count(json, "runs", of->runs);
  ksi_put_count(json, "ns", of->ns);
  ksi_put_count(json, "measuredNs", of->measured_ns);
  if (in->source[0] != '\0' && of->measured_ns > 0) {
    ksi_put_number(json, "measuredMj", mj(of->measured_nj));
    ksi_put_number(json, "directMj", mj(of->direct_nj));
  } else {
    ksi_put_null(json, "measuredMj");
    ksi_put_null(json, "directMj");
  }
  if (in->model[0] != '\0')
    ksi_put_number(json, "modeledMj", mj(of->modeled_nj));
  else
    ksi_put_null(json, "modeledMj");
  ksi_close_json(json, '}');
}

static void put_sensors(ksi_json *json, const char *names) {
  char name[sizeof((ksi_energy_total *)0)->sensors];
  ksi_open_line(json, "sensors", '[');
  while (*names != '\0') {
    const char *end = strstr(names, ", ");
    const size_t length = end != NULL ? (size_t)(end - names) : strlen(names);
    memcpy(name, names, length);
    name[length] = '\0';
    ksi_put_text(json, NULL, name);
    names += length + (end != NULL ? 2 : 0);
  }
  ksi_close_json(json, ']');
}

static void put_source(ksi_json *json, const ksi_energy_total *of) {
  put_text_or_null(json, "source", of->source);
  put_sensors(json, of->sensors);
  put_text_or_null(json, "notMeasured", of->source[0] == '\0' ? of->problem : "");
  ksi_put_text(json, "senses", of->are_counters ? "energy" : "power");
  ksi_put_count(json, "updateNs", of->period_ns);
  ksi_put_text(json, "updateNsIs", of->is_period_assumed ? "assumed" : "known");
  ksi_put_count(json, "samplingNs", of->sampling_ns);
  ksi_put_count(json, "readings", of->readings);
  ksi_put_count(json, "readingsLost", of->lost);
  put_text_or_null(json, "model", of->model);
  put_text_or_null(json, "notModeled", of->model[0] == '\0' ? of->model_problem : "");
}

void ksi_put_energy(ksi_json *json, const ksi_reading *reading) {
  const ksi_energy_total *total = reading->energy;
  if (total == NULL) {
    ksi_put_null(json, "energy");
    return;
  }
  ksi_open_json(json, "energy", '{');
  put_source(json, total);
  ksi_open_line(json, "all", '{');
  put_account(json, total, &total->all);
  ksi_open_line(json, "outside", '{');
  put_account(json, total, &total->outside);
  ksi_open_json(json, "layers", '[');
  for (uint32_t i = 0; i < reading->energy_count; i++) {
    const ksi_layer_energy_item *layer = reading->layer_energy[i];
    ksi_open_line(json, NULL, '{');
    ksi_put_text(json, "name", layer->name);
    put_account(json, total, &layer->account);
  }
  ksi_close_json(json, ']');
  ksi_close_json(json, '}');
}
