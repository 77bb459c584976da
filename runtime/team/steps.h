/* The steps of a layer and all that each of them waits for: the rows of a table, worker by worker,
 * or the nodes of a graph. */
#ifndef KSI_STEPS_H
#define KSI_STEPS_H

#include <kasuri/kasuri.h>

#include <stddef.h>
#include <stdint.h>

/* The steps, with the direct predecessors and successors of each. */
typedef struct ksi_steps {
  uint32_t count;
  uint32_t *first_before; /* count + 1 indices into `before` */
  uint32_t *before;       /* steps that must be complete before the step starts */
  uint32_t *first_after;  /* count + 1 indices into `after` */
  uint32_t *after;        /* the same relation from the other side */
} ksi_steps;

/* The task and part of a step. */
typedef struct ksi_step {
  uint32_t task, part, parts;
} ksi_step;

/* The graph if there is one, else the table. Whether there was memory; if not, none is allocated.
 */
int ksi_make_steps(ksi_steps *made, const ks_table *table, const ks_graph *graph);
void ksi_free_steps(ksi_steps *made);

static inline ksi_step ksi_step_at(const ks_table *table, const ks_graph *graph, uint32_t index) {
  if (graph != NULL) {
    const ks_node *node = &graph->ks_nodes[index];
    return (ksi_step){node->ks_task_index, node->ks_part, node->ks_parts};
  }
  const ks_row *row = &table->ks_rows[index];
  return (ksi_step){row->ks_task_index, row->ks_part, row->ks_parts};
}

#endif
