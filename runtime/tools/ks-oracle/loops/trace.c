/* Which iterations of which loops touch the same byte: every flow, anti and output conflict of a
 * run that a loop carries, with both places in the source.
 *
 *     for i            entered at time 10, this iteration started at 30
 *       for j          entered at time 34, this iteration started at 36      now: 37
 *
 * A clock ticks at the start of every iteration. An earlier access at time t was in another
 * iteration of j if 34 <= t < 36, in another iteration of i if 10 <= t < 30, and otherwise in the
 * same iteration of both or outside. So no two loops carry the same conflict, and the time alone
 * tells which loop carries it. So a byte only needs the time and place of its last write and of the
 * reads since. Of the reads at one place, only those are kept that belong to different loops. As
 * iterations end, the reads in one span remain in one span, so any of them will do. A write makes
 * all earlier accesses history: whatever conflicts with them conflicts with the write, too.
 *
 * Memory on the stack below the frame that runs a loop is not the loop's: it belongs to calls that
 * the loop makes, which start with fresh memory. Freeing counts as writing; fresh memory has no
 * history. Only the main thread is logged.
 *
 * The report has all places, then one line for each kind, loop and pair of places, as soon as it is
 * seen, in fields separated by tabs; its first line has the counts. At the end of the program there
 * is a line for each loop that ran, with the number of entries and of started iterations.
 */
#include "../oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *memory, size_t bytes);
void *__real_memmove(void *to, const void *from, size_t bytes);
void *__real_memset(void *to, int value, size_t bytes);

enum { PAGE_BITS = 12, PAGE_WORDS = (1 << PAGE_BITS) / 8, CACHED_PAGES = 256 };

typedef struct place {
  const char *file, *variable; /* which the access names, or empty */
  unsigned line, column, bytes, kind;
} place;

/* An access to some bytes of a word. Code and constants are linked below 4 GiB. */
typedef struct record {
  uint32_t time, place, next;
  uint8_t bytes; /* a bit for each */
  uint8_t is_write;
} record;

typedef struct page {
  uintptr_t number;
  struct page *next;
  uint32_t first[PAGE_WORDS]; /* by word: its records, 0 for none */
} page;

typedef struct tally {
  const place *loop;
  unsigned long long entered, iterations;
  struct tally *next; /* of the same bucket */
} tally;

typedef struct active {
  const place *loop;
  tally *count;
  const char *frame, *stack; /* of the function that runs it: its frame, and where that ends */
  uint32_t entered, began;
} active;

enum kind { FLOW, ANTI, OUTPUT };

const place *oracle_call_site;
static struct {
  const char *first, *end;
  const place *by;
} lent;
static _Thread_local int is_main;
enum { TALLY_BUCKETS = 1024 };
static tally *tallies[TALLY_BUCKETS];
static uint32_t now = 1;
static active *loops;
static size_t depth, room;
static record *records;
static uint32_t record_count, record_room, unused;
static unsigned long long iterations, accesses, conflicts;
static int report = -1;

static void *grown(void *memory, size_t bytes) {
  memory = __real_realloc(memory, bytes);
  if (memory == NULL)
    abort();
  return memory;
}

static void print_place(const place *at) {
  dprintf(report, "\t%s\t%u\t%u\t%s\t%u", at->file, at->line, at->column, at->variable, at->bytes);
}

/* Of the places that the pass left. */
extern const place first_place __asm__("__start_oracle_places") __attribute__((weak));
extern const place end_of_places __asm__("__stop_oracle_places") __attribute__((weak));

static void print_places(void) {
  static const char *const kinds[] = {"read", "write"};
  for (const place *each = &first_place; each < &end_of_places; each++)
    if (each->kind < sizeof kinds / sizeof *kinds) {
      dprintf(report, "%s", kinds[each->kind]);
      print_place(each);
      dprintf(report, "\n");
    }
}

__attribute__((constructor)) static void begin_trace(void) {
  report = oracle_open_report();
  is_main = 1;
  if (report < 0)
    return;
  dprintf(report, "%20llu %20llu %20llu\n", iterations, accesses, conflicts);
  print_places();
}

__attribute__((destructor)) static void end_trace(void) {
  char line[80];
  int length =
      snprintf(line, sizeof line, "%20llu %20llu %20llu\n", iterations, accesses, conflicts);
  if (report >= 0 && pwrite(report, line, (size_t)length, 0) != length)
    abort();
  for (size_t i = 0; i < TALLY_BUCKETS && report >= 0; i++)
    for (const tally *each = tallies[i]; each != NULL; each = each->next) {
      dprintf(report, "loop");
      print_place(each->loop);
      dprintf(report, "\t%llu\t%llu\n", each->entered, each->iterations);
    }
}

/* The time must not wrap around: a run of 4 billion iterations is too long. */
static void tick(void) {
  if (++now == 0) {
    fprintf(stderr, "oracle: too many iterations\n");
    _exit(99);
  }
}

/* Forgets the loops of functions that have ended without leaving them. */
static void drop_dead(const char *frame) {
  while (depth > 0 && loops[depth - 1].frame < frame)
    depth--;
}

static active *find_active(const place *loop, const char *frame) {
  for (size_t i = depth; i > 0 && loops[i - 1].frame == frame; i--)
    if (loops[i - 1].loop == loop)
      return &loops[i - 1];
  return NULL;
}

static tally *find_tally(const place *loop) {
  tally **bucket = &tallies[((uintptr_t)loop >> 3) % TALLY_BUCKETS], *found = *bucket;
  while (found != NULL && found->loop != loop)
    found = found->next;
  if (found == NULL) {
    found = __real_calloc(1, sizeof *found);
    if (found == NULL)
      abort();
    found->loop = loop;
    found->next = *bucket;
    *bucket = found;
  }
  return found;
}

void oracle_iterate(const place *loop, const char *frame);
void oracle_iterate(const place *loop, const char *frame) {
  if (!is_main)
    return;
  drop_dead(frame);
  tick();
  iterations++;
  active *known = find_active(loop, frame);
  if (known != NULL) {
    depth = (size_t)(known - loops) + 1;
    known->began = now;
    known->count->iterations++;
    return;
  }
  if (depth == room)
    loops = grown(loops, (room = room * 2 + 64) * sizeof *loops);
  tally *count = find_tally(loop);
  count->entered++;
  count->iterations++;
  loops[depth++] = (active){loop, count, frame, __builtin_frame_address(0), now, now};
}

void oracle_leave(const place *loop, const char *frame);
void oracle_leave(const place *loop, const char *frame) {
  if (!is_main)
    return;
  drop_dead(frame);
  active *known = find_active(loop, frame);
  if (known != NULL)
    depth = (size_t)(known - loops);
}

/* An address has one page; pages are never given back. */
static page *find_page(uintptr_t number, int make) {
  static page *buckets[1 << 16], *cache[CACHED_PAGES];
  page **cached = &cache[number % CACHED_PAGES];
  if (*cached != NULL && (*cached)->number == number)
    return *cached;
  page **bucket = &buckets[(number ^ number >> 16) & 0xffff], *found = *bucket;
  while (found != NULL && found->number != number)
    found = found->next;
  if (found == NULL && make) {
    found = __real_calloc(1, sizeof *found);
    if (found == NULL)
      abort();
    found->number = number;
    found->next = *bucket;
    *bucket = found;
  }
  return found != NULL ? *cached = found : NULL;
}

static uint32_t new_record(void) {
  if (unused != 0) {
    uint32_t taken = unused;
    unused = records[taken].next;
    return taken;
  }
  if (record_count + 1 >= record_room)
    records = grown(records, (record_room = record_room * 2 + 4096) * sizeof *records);
  return ++record_count;
}

static uint32_t drop_record(uint32_t *link) {
  uint32_t dropped = *link, next = records[dropped].next;
  *link = next;
  records[dropped].next = unused;
  unused = dropped;
  return next;
}

/* Odd: in one iteration of so many loops, outside the others; even: carried by loop span / 2 - 1.
 */
static size_t span_of(uint32_t time) {
  for (size_t i = depth; i > 0; i--) {
    if (time >= loops[i - 1].began)
      return 2 * i + 1;
    if (time >= loops[i - 1].entered)
      return 2 * i;
  }
  return 1;
}

typedef struct conflict {
  const place *loop;
  uint32_t from, to;
  enum kind kind;
} conflict;

static int add_conflict(conflict seen) {
  static conflict *table;
  static size_t size, used;
  for (;;) {
    if (used * 2 >= size) {
      conflict *old = table;
      size_t old_size = size;
      size = size > 0 ? size * 2 : 4096;
      table = __real_calloc(size, sizeof *table);
      if (table == NULL)
        abort();
      used = 0;
      for (size_t i = 0; i < old_size; i++)
        if (old[i].loop != NULL)
          add_conflict(old[i]);
      /* The old table stays: it is small, and freeing is the program's. */
    }
    size_t at =
        ((uintptr_t)seen.loop >> 3) * 31 + seen.from * 7919u + seen.to * 104729u + seen.kind;
    for (at = (at ^ at >> 13) % size; table[at].loop != NULL; at = (at + 1) % size)
      if (table[at].loop == seen.loop && table[at].from == seen.from && table[at].to == seen.to &&
          table[at].kind == seen.kind)
        return 0;
    table[at] = seen;
    used++;
    return 1;
  }
}

static void note_conflict(const record *earlier, enum kind kind, uint32_t site,
                          const char *address) {
  static const char *const names[] = {"flow", "anti", "output"};
  size_t span = span_of(earlier->time);
  if (span % 2 != 0)
    return;
  const active *loop = &loops[span / 2 - 1];
  int is_below = address < loop->stack && address >= (const char *)__builtin_frame_address(0);
  if (is_below || !add_conflict((conflict){loop->loop, earlier->place, site, kind}))
    return;
  conflicts++;
  if (report < 0)
    return;
  dprintf(report, "%s", names[kind]);
  print_place(loop->loop);
  print_place((const place *)(uintptr_t)earlier->place);
  print_place((const place *)(uintptr_t)site);
  dprintf(report, "\t%p\n", (const void *)address);
}

static void note_write(uint32_t *first, uint8_t bytes, uint32_t site, const char *address) {
  for (uint32_t *link = first; *link != 0;) {
    record *each = &records[*link];
    if ((each->bytes & bytes) != 0) {
      if (each->time < loops[depth - 1].began)
        note_conflict(each, each->is_write ? OUTPUT : ANTI, site, address);
      each->bytes &= (uint8_t)~bytes;
    }
    if (each->bytes == 0)
      drop_record(link);
    else
      link = &each->next;
  }
  uint32_t added = new_record();
  records[added] = (record){now, site, *first, bytes, 1};
  *first = added;
}

static void note_read(uint32_t *first, uint8_t bytes, uint32_t site, const char *address) {
  size_t last_span = 0;
  for (uint32_t *link = first; *link != 0;) {
    record *each = &records[*link];
    if (each->is_write) {
      if ((each->bytes & bytes) != 0 && each->time < loops[depth - 1].began)
        note_conflict(each, FLOW, site, address);
    } else if (each->place == site && each->bytes == bytes) {
      if (each->time >= loops[depth - 1].began) {
        site = 0; /* known */
        break;
      }
      size_t span = span_of(each->time);
      if (span == last_span) {
        drop_record(link);
        continue;
      }
      last_span = span;
    }
    link = &each->next;
  }
  if (site == 0)
    return;
  uint32_t added = new_record();
  records[added] = (record){now, site, *first, bytes, 0};
  *first = added;
}

static void note(const char *address, size_t bytes, const place *at, int is_write) {
  if (!is_main || depth == 0 || at == NULL)
    return;
  accesses++;
  if (address >= lent.first && address < lent.end)
    at = lent.by;
  const char *end = address + bytes;
  while (address < end) {
    uintptr_t number = (uintptr_t)address;
    size_t offset = number % 8, length = 8 - offset;
    if (length > (size_t)(end - address))
      length = (size_t)(end - address);
    uint8_t mask = (uint8_t)(((1u << length) - 1) << offset);
    uint32_t *first = &find_page(number >> PAGE_BITS, 1)->first[number / 8 % PAGE_WORDS];
    (is_write ? note_write : note_read)(first, mask, (uint32_t)(uintptr_t)at, address);
    address += length;
  }
}

static void renew(const char *address, size_t bytes) {
  const char *end = address + bytes;
  while (address < end) {
    uintptr_t number = (uintptr_t)address;
    size_t offset = number % 8, length = 8 - offset;
    if (length > (size_t)(end - address))
      length = (size_t)(end - address);
    page *page = find_page(number >> PAGE_BITS, 0);
    if (page == NULL) {
      address = (const char *)(((number >> PAGE_BITS) + 1) << PAGE_BITS);
      continue;
    }
    for (uint32_t *link = &page->first[number / 8 % PAGE_WORDS]; *link != 0;) {
      record *each = &records[*link];
      each->bytes &= (uint8_t)~(((1u << length) - 1) << offset);
      if (each->bytes == 0)
        drop_record(link);
      else
        link = &each->next;
    }
    address += length;
  }
}

/* The instrumentation's calls. */
void oracle_load(const char *address, size_t bytes, const place *at);
void oracle_load(const char *address, size_t bytes, const place *at) {
  note(address, bytes, at, 0);
}

void oracle_store(const char *address, size_t bytes, const place *at);
void oracle_store(const char *address, size_t bytes, const place *at) {
  note(address, bytes, at, 1);
}

void oracle_copy(char *to, const char *from, size_t bytes, const place *write, const place *read);
void oracle_copy(char *to, const char *from, size_t bytes, const place *write, const place *read) {
  note(from, bytes, read, 0);
  note(to, bytes, write, 1);
  __real_memmove(to, from, bytes);
}

void oracle_fill(char *to, char value, size_t bytes, const place *at);
void oracle_fill(char *to, char value, size_t bytes, const place *at) {
  note(to, bytes, at, 1);
  __real_memset(to, value, bytes);
}

void oracle_renew(const char *address, size_t bytes);
void oracle_renew(const char *address, size_t bytes) {
  if (is_main)
    renew(address, bytes);
}

/* What exit calls runs when all loops are over. */
void __real_exit(int status) __attribute__((noreturn));
void __wrap_exit(int status) __attribute__((noreturn));
void __wrap_exit(int status) {
  if (is_main)
    depth = 0;
  __real_exit(status);
}

/* What the library's wrappers call. */
int oracle_is_inside(void) { return is_main; }

void oracle_read(const void *address, size_t bytes, const void *unused_place) {
  (void)unused_place;
  note(address, bytes, oracle_call_site, 0);
}

void oracle_write(const void *address, size_t bytes, const void *unused_place) {
  (void)unused_place;
  note(address, bytes, oracle_call_site, 1);
}

void oracle_lend(const void *address, size_t bytes) {
  lent.first = address;
  lent.end = lent.first + bytes;
  lent.by = oracle_call_site;
}

void oracle_forget(const void *address, size_t bytes) { oracle_renew(address, bytes); }
