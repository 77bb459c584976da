/* The predecessors of each step of a layer, as lists.
 *
 *     worker 0: row 0, row 1          row 3 waits for 2 rows of worker 0
 *     worker 1: row 2, row 3          before: 1 has {0}, 3 has {2, 1}
 *
 * A row comes after the previous row of its worker, and after the last row of each of its waits.
 * The rows before that one follow, because workers run their rows in order. A node of a graph comes
 * after those that list it among their successors. So the relation is the smallest one that permits
 * exactly the orders in which the dispatcher may run the steps.
 */
#include "steps.h"

#include <stdlib.h>

void ksi_free_steps(ksi_steps *made) {
  free(made->first_before);
  free(made->before);
  free(made->first_after);
  free(made->after);
  *made = (ksi_steps){0};
}

/* Memory for this number of steps and of pairs of predecessor and successor. */
static int allocate(ksi_steps *made, uint32_t count, uint32_t pairs) {
  const size_t places = (size_t)count + 1, all = pairs > 0 ? pairs : 1;
  *made = (ksi_steps){.count = count,
                      .first_before = calloc(places, sizeof(uint32_t)),
                      .before = calloc(all, sizeof(uint32_t)),
                      .first_after = calloc(places, sizeof(uint32_t)),
                      .after = calloc(all, sizeof(uint32_t))};
  if (made->first_before != NULL && made->before != NULL && made->first_after != NULL &&
      made->after != NULL)
    return 1;
  ksi_free_steps(made);
  return 0;
}

/* Inverts lists: each `to` in the list of `from` gets `from` into its list. */
static void turn_around(uint32_t count, const uint32_t *first_from, const uint32_t *from,
                        uint32_t *first_to, uint32_t *to) {
  for (uint32_t i = 0; i < first_from[count]; i++)
    first_to[from[i] + 1]++;
  for (uint32_t i = 0; i < count; i++)
    first_to[i + 1] += first_to[i];
  for (uint32_t i = count; i-- > 0;) /* backwards: each list is filled from its end */
    for (uint32_t j = first_from[i + 1]; j-- > first_from[i];)
      to[--first_to[from[j] + 1]] = i;
  for (uint32_t i = 0; i < count; i++) /* the ends have become the starts */
    first_to[i] = first_to[i + 1];
  first_to[count] = first_from[count];
}

static uint32_t add_waits(ksi_steps *made, const ks_table *table, const ks_row *row, uint32_t end) {
  for (uint32_t i = 0; i < row->ks_wait_count; i++) {
    const ks_wait *wait = &table->ks_waits[row->ks_first_wait + i];
    if (wait->ks_rows > 0)
      made->before[end++] = table->ks_first_row[wait->ks_worker] + wait->ks_rows - 1u;
  }
  return end;
}

static int make_of_table(ksi_steps *made, const ks_table *table) {
  const uint32_t count = table->ks_first_row[table->ks_worker_count];
  uint32_t pairs = count, end = 0;
  for (uint32_t i = 0; i < count; i++)
    pairs += table->ks_rows[i].ks_wait_count;
  if (!allocate(made, count, pairs))
    return 0;
  for (uint32_t worker = 0; worker < table->ks_worker_count; worker++)
    for (uint32_t i = table->ks_first_row[worker]; i < table->ks_first_row[worker + 1]; i++) {
      if (i > table->ks_first_row[worker])
        made->before[end++] = i - 1;
      end = add_waits(made, table, &table->ks_rows[i], end);
      made->first_before[i + 1] = end;
    }
  turn_around(count, made->first_before, made->before, made->first_after, made->after);
  return 1;
}

static int make_of_graph(ksi_steps *made, const ks_graph *graph) {
  uint32_t pairs = 0, end = 0;
  for (uint32_t i = 0; i < graph->ks_node_count; i++)
    pairs += graph->ks_nodes[i].ks_after_count;
  if (!allocate(made, graph->ks_node_count, pairs))
    return 0;
  for (uint32_t i = 0; i < graph->ks_node_count; i++) {
    const ks_node *node = &graph->ks_nodes[i];
    for (uint32_t j = 0; j < node->ks_after_count; j++)
      made->after[end++] = graph->ks_afters[node->ks_first_after + j];
    made->first_after[i + 1] = end;
  }
  turn_around(made->count, made->first_after, made->after, made->first_before, made->before);
  return 1;
}

int ksi_make_steps(ksi_steps *made, const ks_table *table, const ks_graph *graph) {
  return graph != NULL ? make_of_graph(made, graph) : make_of_table(made, table);
}
