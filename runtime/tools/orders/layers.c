/* The order of each run of a layer, as the environment requests:
 *
 *     KASURI_ORDER=3            order 3 of each layer's series, modulo the length of the series
 *     KASURI_ORDER=random:7     another random order for each run, the same for the same seed
 *     KASURI_ORDER_REPORT=FILE  gets a line for each layer when it first runs: the length of its
 *                               series, how many steps it has, whether the series is a sample, and
 *                               its name
 *
 * Nothing else decides, neither time nor addresses. So two runs with the same input take the same
 * orders. A line is written immediately, because the program may end in any way.
 */
#define _GNU_SOURCE
#include "layers.h"
#include "opened.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ksi_ordered *known;
static struct {
  int is_read, is_random, workers;
  uint64_t number; /* of the order, or the seed */
} wish;

static void fail(const ks_layer *layer, const char *problem) {
  fprintf(stderr, "kasuri: layer '%s': %s\n", layer->ks_name, problem);
  abort();
}

static uint64_t read_number(const char *name, const char *text) {
  char *end;
  const uint64_t number = strtoull(text, &end, 10);
  if (end == text || *end != '\0') {
    fprintf(stderr, "kasuri: %s='%s' is not a number\n", name, text);
    abort();
  }
  return number;
}

static void read_wish(void) {
  const char *text = secure_getenv("KASURI_ORDER"), *cores = secure_getenv("KASURI_CORES");
  if (wish.is_read)
    return;
  wish.is_read = 1;
  wish.workers = cores != NULL ? (int)read_number("KASURI_CORES", cores) : UINT16_MAX;
  if (text == NULL)
    return;
  wish.is_random = strncmp(text, "random:", 7) == 0;
  wish.number = read_number("KASURI_ORDER", wish.is_random ? text + 7 : text);
}

int ksi_ordered_workers(void) {
  read_wish();
  return wish.workers;
}

uint64_t ksi_wish_of_order(int *is_random) {
  read_wish();
  if (is_random != NULL)
    *is_random = wish.is_random;
  return wish.number;
}

static void report(const ksi_ordered *its, const ksi_series *series) {
  const char *path = secure_getenv("KASURI_ORDER_REPORT");
  FILE *file = path != NULL ? fopen(path, "ae") : NULL;
  if (file == NULL)
    return;
  const uint32_t of_lanes = ksi_orders_of_lanes(its->layer, its->steps.count);
  fprintf(file, "%u %u %u %s\n", of_lanes > series->count ? of_lanes : series->count,
          its->steps.count, series->is_sample, its->layer->ks_name);
  fclose(file);
}

/* For a layer that has not run before, or has other steps now: programs may describe their own
 * layers. */
static void describe_layer(ksi_ordered *its) {
  ksi_series series;
  free(its->order);
  its->order = malloc((its->steps.count + (size_t)1) * sizeof *its->order);
  if (its->order == NULL || !ksi_make_series(&series, &its->steps))
    fail(its->layer, "its steps wait in a circle, or there is no memory for their orders");
  report(its, &series);
  if (!wish.is_random && !ksi_order_of_series(&series, &its->steps,
                                              (uint32_t)(wish.number % series.count), its->order))
    fail(its->layer, "no memory for an order");
  ksi_free_series(&series);
}

static ksi_ordered *find_layer(const ks_layer *layer, const ks_table *table) {
  ksi_ordered *its = known;
  while (its != NULL && (its->layer != layer || its->table != table))
    its = its->next;
  if (its != NULL)
    return its;
  its = calloc(1, sizeof *its);
  if (its == NULL)
    fail(layer, "no memory for its steps");
  its->layer = layer;
  its->table = table;
  its->next = known;
  return known = its;
}

static int are_same(const ksi_steps *one, const ksi_steps *other) {
  if (one->count != other->count || one->first_before == NULL)
    return 0;
  const size_t places = (size_t)one->count + 1;
  return memcmp(one->first_before, other->first_before, places * sizeof *one->first_before) == 0 &&
         memcmp(one->before, other->before, one->first_before[one->count] * sizeof *one->before) ==
             0;
}

const ksi_ordered *ksi_next_order(const ks_layer *layer, const ks_table *table,
                                  const ks_graph *graph) {
  ksi_ordered *its = find_layer(layer, table);
  ksi_steps steps;
  read_wish();
  if (!ksi_make_steps(&steps, table, graph))
    fail(layer, "no memory for its steps");
  if (are_same(&its->steps, &steps)) {
    ksi_free_steps(&steps);
  } else {
    ksi_free_steps(&its->steps);
    its->steps = steps;
    describe_layer(its);
  }
  its->graph = graph;
  its->runs++;
  if (wish.is_random &&
      !ksi_random_order(&its->steps, wish.number * 0x10001u + its->runs, its->order))
    fail(layer, "no memory for an order");
  return its;
}
