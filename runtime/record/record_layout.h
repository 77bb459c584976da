/* The record: the counters of a process, as one piece of memory that is also a file.
 *
 * It has a head and then items, one after the other, each with its kind and its length. One thread
 * writes an item; items are never moved or freed. While the program runs, the record is a shared
 * mapping of the file that KASURI_PROFILE (or KASURI_TRACE) names. A normal exit replaces it with
 * JSON. A program that ends in another way (_exit, exec, abort, a signal, a crash) leaves the
 * record as it is, and ks-trace reads it: no counts are lost. Layouts are the same on all targets
 * of one byte order. This is not an interface for other programs; the JSON is
 * (docs/formats/profile.md).
 */
#ifndef KSI_RECORD_LAYOUT_H
#define KSI_RECORD_LAYOUT_H

#include "statistics.h"

#include <stddef.h>
#include <stdint.h>

#define KSI_RECORD_MAGIC "kasuriPR"
enum {
  KSI_RECORD_VERSION = 6,
  KSI_HARDWARE_EVENTS = 3,
  KSI_MOST_TEXT = 256,
  KSI_UNITS = 16, /* durations are in sixteenths of a tick: a tick may outlast a timer call */
  KSI_PENDING = 16,
  KSI_MOST_WORKERS = 1024
};

/* What to write at a normal exit. */
enum { KSI_WANTS_PROFILE = 1, KSI_WANTS_TRACE = 2 };

/* Where ticks come from. */
enum { KSI_CLOCK_SYSTEM = 0, KSI_CLOCK_TSC = 1, KSI_CLOCK_GENERIC_TIMER = 2 };

typedef struct ksi_record_head {
  char magic[8];
  uint32_t version;
  uint32_t head_bytes;
  uint64_t used;                  /* bytes of head and items */
  uint64_t refused;               /* items for which there was no room */
  uint64_t begin_ticks, begin_ns; /* the same moment, in both clocks */
  uint64_t last_ticks, last_ns;   /* and a later one */
  uint64_t begin_unix_ns;
  uint64_t before_ns; /* the process's age at the start of the record */
  uint32_t process;
  uint32_t wants;
  uint32_t clock;
  uint32_t has_ended;   /* the program itself has written the JSON */
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
  KSI_ITEM_POWER = 6,
  KSI_ITEM_ENERGY = 7,
  KSI_ITEM_LAYER_ENERGY = 8,
  KSI_ITEM_SEGMENTS = 9, /* a ksi_layer_item whose tasks are the segments of the layer's pipeline */
  KSI_ITEM_SEGMENT_CELL = 10 /* a ksi_cell_item whose kind is a ksi_activity */
} ksi_item_kind;

typedef struct ksi_item {
  uint32_t kind;
  uint32_t bytes; /* including this, a multiple of 8 */
} ksi_item;

/* Names of a layer and its tasks. `line` of each task follows, then the texts: the layer's name and
 * those of its tasks in order, each with its zero. */
typedef struct ksi_layer_item {
  ksi_item item;
  uint32_t layer; /* its number, from 0 */
  uint32_t task_count;
  uint32_t text_bytes;
  uint32_t unused;
  uint32_t line[];
} ksi_layer_item;

typedef struct ksi_planned_row {
  uint64_t start_ns; /* since the start of the run, if everything takes the planned time */
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

/* A thread, or several that followed one another. */
typedef struct ksi_lane_item {
  ksi_item item;
  uint32_t lane;
  uint32_t worker;        /* 0: a thread of the program; others: a worker of the team */
  uint64_t inside_units;  /* of an empty zone: the time that it measures, */
  uint64_t outside_units; /* and the time that the zone around it must exclude */
  uint64_t open_ticks;    /* start of the running task; 0: none is running */
  uint32_t open_layer;
  uint32_t open_task;
} ksi_lane_item;

typedef enum ksi_cell_kind {
  KSI_CELL_RUN = 0, /* a run of the layer, on the calling thread */
  KSI_CELL_TASK = 1,
  KSI_CELL_FUNCTION = 2,
  KSI_CELL_WHOLE = 3 /* a run, too, including everything measured inside */
} ksi_cell_kind;

/* The counts of one thread for one task or function in one layer with one schedule. `self` excludes
 * what was measured inside. */
typedef struct ksi_cell_item {
  ksi_item item;
  uint32_t lane;
  uint32_t layer;
  uint32_t workers;
  uint32_t kind;
  uint32_t index; /* of the task, or ksi_function */
  uint32_t unused;
  uint64_t started; /* of a run: number of all runs, measured or not; this and the next two */
  uint64_t ended;
  uint64_t left;                          /* calls for which ks_workers chose the original code */
  uint64_t refused;                       /* calls for which a test in front of the layer did */
  uint64_t last_ticks;                    /* when the last sample ended */
  uint64_t trips, trip_runs;              /* of a split loop: iterations in this number of runs */
  int64_t whole_units;                    /* all samples, including what was measured inside */
  uint64_t hardware[KSI_HARDWARE_EVENTS]; /* all samples; cycles, instructions, cache misses */
  uint64_t samples;                       /* the last samples - self.count are still pending: */
  int64_t pending[KSI_PENDING];           /* sample n is at n % KSI_PENDING */
  ksi_statistics self;
} ksi_cell_item;

typedef struct ksi_event {
  uint64_t begin_ticks, end_ticks;
  uint32_t layer;
  uint16_t workers;
  uint16_t kind; /* ksi_cell_kind, or one of these */
  uint16_t index;
  uint16_t part, parts;
  uint16_t further; /* of segments: part, parts and this are the number of the iteration */
} ksi_event;

enum { KSI_EVENT_SEGMENT = 16, KSI_EVENT_TURN = 17 };

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
  KSI_AT_REST = 255 /* instead of a level: the state between layers */
};

/* The outcome of a request for a level. */
typedef enum ksi_outcome {
  KSI_CHANGED,   /* the frequency was changed */
  KSI_SAME,      /* the thread has already requested this level */
  KSI_MERGED,    /* no change: the domain has this frequency, or another core needs a higher one */
  KSI_SHORT,     /* refused: the change would take longer than the time that it is for */
  KSI_FAILED,    /* the system refused */
  KSI_UNMANAGED, /* the frequency of this core cannot be set */
  KSI_FOREIGN,   /* refused: the level was planned for a core of another kind */
  KSI_OUTCOMES
} ksi_outcome;

/* A level of a domain, in all runs. */
typedef struct ksi_level_account {
  uint64_t khz;   /* what is requested; 0: unknown */
  uint64_t times; /* how often it was set */
  uint64_t ns;
  uint64_t samples, sum_khz, min_khz, max_khz; /* what was seen */
} ksi_level_account;

typedef struct ksi_power_account {
  char cores[64], way[32];
  char seen_by[32]; /* the source of the actual frequency; "unavailable" */
  uint64_t transition_ns;
  uint64_t outcome[KSI_OUTCOMES];
  uint32_t levels, unused;
  ksi_level_account level[KSI_MOST_LEVELS + 1]; /* the last one: between layers */
} ksi_power_account;

/* Cores with one clock. */
typedef struct ksi_power_item {
  ksi_item item;
  ksi_power_account account;
} ksi_power_item;

/* The energy of a layer, of the program outside of layers, or of all (KASURI_ENERGY). */
typedef struct ksi_energy_account {
  uint64_t runs;
  uint64_t ns;                       /* of all intervals */
  uint64_t measured_ns, measured_nj; /* of the intervals whose energy is known */
  uint64_t direct_nj;                /* of these, what nothing else had a part in */
  uint64_t modeled_nj;
} ksi_energy_account;

typedef struct ksi_energy_total {
  char source[16];   /* of the sensors; "": there are none */
  char sensors[256]; /* "package-0, package-1" */
  char problem[768]; /* why there are none */
  char model[256];   /* the machine file; "": there is none */
  char model_problem[512];
  uint64_t period_ns;   /* between two updates of the slowest sensor */
  uint64_t sampling_ns; /* between two readings, at most */
  uint32_t is_period_assumed;
  uint32_t are_counters;   /* of energy, not of power */
  uint64_t readings, lost; /* all, and those without a result */
  ksi_energy_account all, outside;
} ksi_energy_total;

typedef struct ksi_energy_item {
  ksi_item item;
  ksi_energy_total total;
} ksi_energy_item;

typedef struct ksi_layer_energy_item {
  ksi_item item;
  ksi_energy_account account;
  char name[]; /* of the layer, with its zero */
} ksi_layer_energy_item;

/* Functions of the runtime; ksi_function_name has their names in tables. */
typedef enum ksi_function {
  KSI_IN_WAKE,     /* from the start of the run to a worker's first row */
  KSI_IN_DISPATCH, /* walking rows: time that is not in tasks or waits */
  KSI_IN_WAIT,     /* for rows of other workers */
  KSI_IN_JOIN,     /* at the end of a run, for the others */
  KSI_IN_QUEUE,    /* for tokens of a queue, or room in it */
  KSI_IN_SWITCH_LEVEL,
  KSI_IN_SCRATCH,
  KSI_FUNCTIONS
} ksi_function;

#endif
