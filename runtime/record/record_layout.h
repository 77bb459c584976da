/* The record: the counters of a process, as one piece of memory that is also a file.
 *
 * It is a head and then items, one behind the other, each with its kind and its length, written by
 * one thread each and never moved or freed. While the program runs, the record is a shared mapping
 * of the file that KASURI_PROFILE (or KASURI_TRACE) names; an orderly end replaces it by JSON. A
 * program that ends in another way (_exit, exec, abort, a signal, a crash) leaves the record as it
 * is, and ks-trace reads it: nothing that was counted is lost. Layouts are the same on all targets
 * of one byte order. This is not a format for others: the JSON is (docs/formats/profile.md).
 */
#ifndef KSI_RECORD_LAYOUT_H
#define KSI_RECORD_LAYOUT_H

#include "statistics.h"

#include <stddef.h>
#include <stdint.h>

#define KSI_RECORD_MAGIC "kasuriPR"
enum {
  KSI_RECORD_VERSION = 3,
  KSI_HARDWARE_EVENTS = 3,
  KSI_MOST_TEXT = 256,
  KSI_UNITS = 16, /* durations are in sixteenths of a tick: a tick may outlast a timer call */
  KSI_PENDING = 16,
  KSI_MOST_WORKERS = 1024
};

/* What to write at an orderly end. */
enum { KSI_WANTS_PROFILE = 1, KSI_WANTS_TRACE = 2 };

/* Where ticks come from. */
enum { KSI_CLOCK_SYSTEM = 0, KSI_CLOCK_TSC = 1, KSI_CLOCK_GENERIC_TIMER = 2 };

typedef struct ksi_record_head {
  char magic[8];
  uint32_t version;
  uint32_t head_bytes;
  uint64_t used;                  /* bytes of head and items */
  uint64_t refused;               /* items for which there was no room */
  uint64_t begin_ticks, begin_ns; /* the same moment, by both clocks */
  uint64_t last_ticks, last_ns;   /* and a later one */
  uint64_t begin_unix_ns;
  uint64_t before_ns; /* the process's age at its begin */
  uint32_t process;
  uint32_t wants;
  uint32_t clock;
  uint32_t has_ended;   /* the JSON was written by the program itself */
  uint32_t every;       /* KASURI_PROFILE_EVERY */
  uint32_t hardware_on; /* lanes that read hardware counters */
  char hardware[64];    /* how they are read, or why they are not */
  char program[KSI_MOST_TEXT];
} ksi_record_head;

typedef enum ksi_item_kind {
  KSI_ITEM_LAYER = 1,
  KSI_ITEM_PLAN = 2,
  KSI_ITEM_LANE = 3,
  KSI_ITEM_CELL = 4,
  KSI_ITEM_RING = 5,
  KSI_ITEM_POWER = 6
} ksi_item_kind;

typedef struct ksi_item {
  uint32_t kind;
  uint32_t bytes; /* with this, a multiple of 8 */
} ksi_item;

/* Names of a layer and its tasks. `line` of each task stands behind it, then the texts: the layer's
 * name and those of its tasks in order, each with its zero. */
typedef struct ksi_layer_item {
  ksi_item item;
  uint32_t layer; /* its number, from 0 */
  uint32_t task_count;
  uint32_t text_bytes;
  uint32_t unused;
  uint32_t line[];
} ksi_layer_item;

typedef struct ksi_planned_row {
  uint64_t start_ns; /* since the begin of the run, if everything takes what was planned */
  uint32_t cost_ns;
  uint16_t worker, task, part, parts;
  uint32_t unused;
} ksi_planned_row;

/* A schedule. Workers 1: the tasks in order, without rows. */
typedef struct ksi_plan_item {
  ksi_item item;
  uint32_t layer;
  uint32_t workers;
  uint32_t row_count;
  uint32_t unused;
  ksi_planned_row row[];
} ksi_plan_item;

/* A thread, or several of which one began when the other had ended. */
typedef struct ksi_lane_item {
  ksi_item item;
  uint32_t lane;
  uint32_t worker;        /* 0: a thread of the program; others: a worker of the team */
  uint64_t inside_units;  /* of an empty zone: what it measures of itself, */
  uint64_t outside_units; /* and what whoever is around it has to leave out */
  uint64_t open_ticks;    /* since when a task is running; 0: none is */
  uint32_t open_layer;
  uint32_t open_task;
} ksi_lane_item;

typedef enum ksi_cell_kind {
  KSI_CELL_RUN = 0, /* a run of the layer, by the one who called it */
  KSI_CELL_TASK = 1,
  KSI_CELL_FUNCTION = 2
} ksi_cell_kind;

/* What one thread counted of one thing in one layer with one schedule. `self` leaves out what was
 * measured inside. */
typedef struct ksi_cell_item {
  ksi_item item;
  uint32_t lane;
  uint32_t layer;
  uint32_t workers;
  uint32_t kind;
  uint32_t index; /* of the task, or ksi_function */
  uint32_t unused;
  uint64_t started; /* of a run: how often, measured or not; this and the next two */
  uint64_t ended;
  uint64_t left;                          /* calls that ks_workers left to the original code */
  uint64_t trips, trip_runs;              /* of a split loop: iterations in so many runs */
  int64_t whole_units;                    /* all samples, with what was measured inside */
  uint64_t hardware[KSI_HARDWARE_EVENTS]; /* all samples; cycles, instructions, cache misses */
  uint64_t samples;                       /* the last samples - self.count are still pending: */
  int64_t pending[KSI_PENDING];           /* sample n is at n % KSI_PENDING */
  ksi_statistics self;
} ksi_cell_item;

typedef struct ksi_event {
  uint64_t begin_ticks, end_ticks;
  uint32_t layer;
  uint16_t workers;
  uint16_t kind; /* ksi_cell_kind */
  uint16_t index;
  uint16_t part, parts;
  uint16_t unused;
} ksi_event;

/* The last `capacity` events of a lane: event n is at n % capacity. */
typedef struct ksi_ring_item {
  ksi_item item;
  uint32_t lane;
  uint32_t capacity;
  uint64_t next;
  ksi_event event[];
} ksi_ring_item;

enum {
  KSI_MOST_LEVELS = 64,
  KSI_AT_REST = 255 /* instead of a level: as between layers */
};

/* What becomes of a request for a level. */
typedef enum ksi_outcome {
  KSI_CHANGED,   /* the speed was changed */
  KSI_SAME,      /* the thread has asked for that level before */
  KSI_MERGED,    /* no change: the domain has that speed, or another core of it wants more */
  KSI_SHORT,     /* refused: a change takes longer than what it is for */
  KSI_FAILED,    /* the system refused */
  KSI_UNMANAGED, /* nobody can set the speed of this core */
  KSI_OUTCOMES
} ksi_outcome;

/* A level of a domain, in all runs. */
typedef struct ksi_level_account {
  uint64_t khz;   /* what is requested; 0: unknown */
  uint64_t times; /* that it was set */
  uint64_t ns;
  uint64_t samples, sum_khz, min_khz, max_khz; /* what was seen */
} ksi_level_account;

typedef struct ksi_power_account {
  char cores[64], way[32];
  char seen_by[32]; /* how the speed was seen; "unavailable" */
  uint64_t transition_ns;
  uint64_t outcome[KSI_OUTCOMES];
  uint32_t levels, unused;
  ksi_level_account level[KSI_MOST_LEVELS + 1]; /* the last one: at rest */
} ksi_power_account;

/* Cores with one clock. */
typedef struct ksi_power_item {
  ksi_item item;
  ksi_power_account account;
} ksi_power_item;

/* Functions of the runtime, as the tables call them: ksi_function_name. */
typedef enum ksi_function {
  KSI_IN_WAKE,     /* from the begin of the run to a worker's first row */
  KSI_IN_DISPATCH, /* walking rows: what is not in tasks or waits */
  KSI_IN_WAIT,     /* for rows of other workers */
  KSI_IN_JOIN,     /* at the end of a run, for the others */
  KSI_IN_QUEUE,    /* for tokens of a queue, or room in it */
  KSI_IN_SWITCH_LEVEL,
  KSI_IN_SCRATCH,
  KSI_FUNCTIONS
} ksi_function;

#endif
