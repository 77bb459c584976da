/* The tasks that accessed each byte in the current run.
 *
 * Each byte has a cell: the last writer, the readers since, and the run that it belongs to, so that
 * nothing is cleared between runs. The last writer is sufficient. The order of every table is
 * transitive, so an access ordered after the last writer is ordered after all earlier ones, unless
 * one of those was reported. For the same reason a reader that is ordered before a later reader is
 * dropped; the others stay in a list.
 */
#include "../oracle.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *memory, size_t bytes);

enum { PAGE_BITS = 12, PAGE_BYTES = 1 << PAGE_BITS, MOST_CONFLICTS = 100 };

/* An access: which unit, task << 16 | part, and where in the program's code, which is linked below
 * 4 GiB. Never made by place 0. */
typedef struct touch {
  uint32_t unit;
  uint32_t place;
} touch;

typedef struct cell {
  uint32_t run;     /* the fields below are of this run; empty for any other */
  uint32_t earlier; /* readers before `reader` and not ordered before it; 0 is none */
  touch writer;
  touch reader; /* by the last task that did; of its parts the first, if all count as one */
} cell;

typedef struct reader {
  touch by;
  uint32_t next;
} reader;

typedef struct page {
  uintptr_t number;
  struct page *next;
  cell cell[PAGE_BYTES];
} page;

static struct {
  const oracle_order *order;
  const char *frame;
  const char *errno_place;
  uint32_t number;
  uint32_t unit;
} run;

static _Thread_local int is_inside;
static struct {
  reader *all;
  uint32_t count, room;
} readers;

static struct {
  uint32_t first, second;
} reported[MOST_CONFLICTS];
static unsigned long long runs, accesses, conflicts;

/* The report: its first line has the counts, kept up to date however the program may end; each
 * fault is a line of fields separated by tabs. Without ORACLE_REPORT there is none. */
static int report = -1;

__attribute__((constructor)) static void open_report(void) {
  report = oracle_open_report();
  if (report >= 0)
    dprintf(report, "%20llu %20llu %20llu\n", runs, accesses, conflicts);
}

static void write_counts(void) {
  char line[80];
  int length = snprintf(line, sizeof line, "%20llu %20llu %20llu\n", runs, accesses, conflicts);
  if (report >= 0 && pwrite(report, line, (size_t)length, 0) != length)
    abort();
}

void oracle_report_table(const ks_layer *layer, const ks_table *table, const char *problem) {
  conflicts++;
  if (report >= 0)
    dprintf(report, "table\t%s\t%d\t%s\n", layer->ks_name, table->ks_worker_count, problem);
}

static int is_known(uint32_t first, uint32_t second) {
  for (unsigned long long i = 0; i < conflicts && i < MOST_CONFLICTS; i++)
    if (reported[i].first == first && reported[i].second == second)
      return 1;
  return 0;
}

static void describe(const char *kind, touch by) {
  const ks_layer *layer = run.order->layer;
  uint32_t task = by.unit >> 16;
  dprintf(report, "\t%s\t%s\t%u\t%u\t%#x", kind, layer->ks_tasks[task].ks_name, by.unit & 0xffff,
          run.order->parts[task], by.place);
}

/* One line for each pair of places in the code, whichever bytes and units meet there. */
static void report_conflict(const char *kind, touch first, const char *later, touch second,
                            const void *address) {
  if (conflicts >= MOST_CONFLICTS || is_known(first.place, second.place))
    return;
  reported[conflicts].first = first.place;
  reported[conflicts++].second = second.place;
  if (report < 0)
    return;
  dprintf(report, "conflict\t%s\t%p", run.order->layer->ks_name, address);
  describe(kind, first);
  describe(later, second);
  dprintf(report, "\n");
}

/* An address has one page; pages are never given back. */
static page *find_page(uintptr_t number) {
  static page *buckets[1 << 16], *last;
  if (last != NULL && last->number == number)
    return last;
  page **bucket = &buckets[(number ^ number >> 16) & 0xffff];
  for (last = *bucket; last != NULL; last = last->next)
    if (last->number == number)
      return last;
  last = __real_calloc(1, sizeof *last);
  if (last == NULL)
    abort();
  last->number = number;
  last->next = *bucket;
  return *bucket = last;
}

static cell *find_cell(const char *address) {
  uintptr_t at = (uintptr_t)address;
  cell *found = &find_page(at >> PAGE_BITS)->cell[at & (PAGE_BYTES - 1)];
  if (found->run != run.number)
    *found = (cell){.run = run.number};
  return found;
}

/* Whether all of the earlier access is over when `unit` begins, on any number of workers. */
static int is_before(touch earlier, uint32_t unit) {
  uint32_t task = earlier.unit >> 16, later = unit >> 16;
  if (task == later)
    return earlier.unit == unit;
  oracle_reach reach = run.order->reach[task * run.order->layer->ks_task_count + later];
  if (oracle_is_all(reach) || reach.before < 0 || run.order->parts[task] != run.order->parts[later])
    return oracle_is_all(reach);
  int32_t distance = (int32_t)(unit & 0xffff) - (int32_t)(earlier.unit & 0xffff);
  return distance >= 0 ? distance <= reach.before : -distance <= reach.after;
}

static uint32_t add_reader(touch by, uint32_t next) {
  if (readers.count == readers.room) {
    readers.room = readers.room > 0 ? readers.room * 2 : 1024;
    readers.all = __real_realloc(readers.all, readers.room * sizeof *readers.all);
    if (readers.all == NULL)
      abort();
  }
  readers.all[readers.count] = (reader){by, next};
  return readers.count++;
}

static void read_byte(const char *address, touch by) {
  cell *cell = find_cell(address);
  if (cell->writer.place != 0 && !is_before(cell->writer, by.unit))
    report_conflict("write", cell->writer, "read", by, address);
  if (cell->reader.place != 0) {
    if (cell->reader.unit == by.unit ||
        (cell->reader.unit >> 16 == by.unit >> 16 && !run.order->by_part[by.unit >> 16]))
      return;
    if (!is_before(cell->reader, by.unit))
      cell->earlier = add_reader(cell->reader, cell->earlier);
  }
  cell->reader = by;
}

static void write_byte(const char *address, touch by) {
  cell *cell = find_cell(address);
  if (cell->writer.place != 0 && !is_before(cell->writer, by.unit))
    report_conflict("write", cell->writer, "write", by, address);
  if (cell->reader.place != 0 && !is_before(cell->reader, by.unit))
    report_conflict("read", cell->reader, "write", by, address);
  for (uint32_t i = cell->earlier; i != 0; i = readers.all[i].next)
    if (!is_before(readers.all[i].by, by.unit))
      report_conflict("read", readers.all[i].by, "write", by, address);
  cell->writer = by;
  cell->reader = (touch){0, 0};
  cell->earlier = 0;
}

/* The runner's frame is above those of the tasks. errno is kept by the runtime as if in order. */
static int is_checked(const char *address) {
  if (address < run.frame && address >= (const char *)__builtin_frame_address(0))
    return 0;
  return address < run.errno_place || address >= run.errno_place + sizeof(int);
}

void oracle_read(const void *address, size_t bytes, const void *place) {
  if (!is_inside)
    return;
  accesses++;
  if (!is_checked(address))
    return;
  const touch by = {run.unit, (uint32_t)(uintptr_t)place};
  for (size_t i = 0; i < bytes; i++)
    read_byte((const char *)address + i, by);
}

void oracle_write(const void *address, size_t bytes, const void *place) {
  if (!is_inside)
    return;
  accesses++;
  if (!is_checked(address))
    return;
  const touch by = {run.unit, (uint32_t)(uintptr_t)place};
  for (size_t i = 0; i < bytes; i++)
    write_byte((const char *)address + i, by);
}

/* They do so in the unit that called the library. */
void oracle_lend(const void *address, size_t bytes) { (void)address, (void)bytes; }

void oracle_forget(const void *address, size_t bytes) {
  if (is_inside)
    for (size_t i = 0; i < bytes; i++)
      find_cell((const char *)address + i)->run = 0;
}

void oracle_begin_run(const oracle_order *order, const void *frame) {
  run.order = order;
  run.frame = frame;
  run.errno_place = (const char *)&errno;
  run.number++;
  readers.count = 0;
  add_reader((touch){0, 0}, 0); /* so that no list begins at 0 */
  runs++;
  is_inside = 1;
}

void oracle_end_run(void) {
  is_inside = 0;
  write_counts();
}

void oracle_begin_unit(uint32_t task, uint32_t part) { run.unit = task << 16 | part; }

int oracle_is_inside(void) { return is_inside; }
