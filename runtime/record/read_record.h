/* Reading a record; shared with ks-trace. */
#ifndef KSI_READ_RECORD_H
#define KSI_READ_RECORD_H

#include "record_layout.h"

/* Points into the record; lists are in the order of their numbers. */
typedef struct ksi_reading {
  const ksi_record_head *head;
  const ksi_layer_item **layer;    /* by number; null where it is missing */
  const char ***name;              /* by number: the layer's name, then those of its tasks */
  const ksi_layer_item **segments; /* of pipelines, the same */
  const char ***segment_name;
  const ksi_plan_item **plan;
  ksi_cell_item **cell; /* by layer, workers, kind, index, lane; nothing is pending in them */
  ksi_cell_item **segment_cell; /* the same, with kinds that are ksi_activity */
  const ksi_lane_item **lane;
  const ksi_ring_item **ring;
  const ksi_power_item **power;
  const ksi_energy_total *energy; /* null: not measured */
  const ksi_layer_energy_item **layer_energy;
  uint32_t layer_count;
  uint32_t segment_cell_count;
  uint32_t plan_count, cell_count, lane_count, ring_count, power_count, energy_count;
  double ns_per_tick, ns_per_unit;
  uint64_t span_ns; /* from the record's start to its last moment */
} ksi_reading;

/* Null, or what is wrong with the record. The record must be aligned to 8 bytes; pending samples in
 * its cells are processed in place. Must be freed in either case. */
const char *ksi_read_record(ksi_reading *reading, void *record, size_t bytes);
void ksi_free_reading(ksi_reading *reading);

/* Never null. */
const char *ksi_layer_name(const ksi_reading *reading, uint32_t layer);
const char *ksi_task_name(const ksi_reading *reading, uint32_t layer, uint32_t task);
uint32_t ksi_task_line(const ksi_reading *reading, uint32_t layer, uint32_t task);
/* Of the layer's pipeline; "parallel" for the number of its segments. */
const char *ksi_segment_name(const ksi_reading *reading, uint32_t layer, uint32_t segment);
uint32_t ksi_segment_line(const ksi_reading *reading, uint32_t layer, uint32_t segment);
uint32_t ksi_segment_count(const ksi_reading *reading, uint32_t layer);
uint32_t ksi_worker_of(const ksi_reading *reading, uint32_t lane);
const char *ksi_function_name(uint32_t function);
const char *ksi_outcome_name(uint32_t outcome);
/* The last sample of the cell: it stays where it was pending. 0 without samples. */
int64_t ksi_last_units(const ksi_cell_item *cell);
const ksi_plan_item *ksi_find_plan(const ksi_reading *reading, uint32_t layer, uint32_t workers);

#endif
