/* The programs with teams on this machine, in a file in shared memory, so that several of them do
 * not each use all cores. Load (load.c) only shows after cores were lost, and does not show which
 * program took them. Here each program sees the others, and they divide the cores (divide.c).
 *
 * The file has a place for each program: its process, the cores that it requests, the cores that it
 * may use. There is no lock, so a killed program cannot hold one. A place is taken with a
 * compare-and-exchange that changes its owner from 0, and returned in the same way. The owner is
 * the process's number and its start time, which never recur. So any program may remove a dead
 * owner, once, even if the place has a new owner by then. Only the owner writes the rest of a
 * place. A reader that sees it half written divides wrongly until it checks again.
 *
 * `news` is incremented when a program comes or goes; each program compares it before each run.
 * Killed programs are detected by checking the processes of all places, every LOOK_NS. The same
 * check finds what the programs do:
 *
 *   one that used no processor time since the last check, and is not waiting for a core, sleeps or
 *   was stopped: it requests nothing;
 *   one that has run a layer within QUIET_NS requests what it has entered;
 *   one that has not computes sequentially, or in a long layer: it requests what it uses.
 *
 * The name of the file contains the user, because nobody else may write it; the version of the
 * layout; and the namespace of the process numbers, because numbers of another one mean nothing
 * here. The file remains: removing it while another program starts would split the programs in two.
 * Without the file (no /dev/shm, no permission, no space) there is no table, and nothing else
 * changes.
 */
#include "program_table.h"

#include "../os/os.h"
#include "divide.h"

#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

enum { PLACES = 64, WORDS = KSI_MOST_CORES / 32 };

/* Of the layout: everything in `table`. */
#define VERSION 1
#define LAYOUT (UINT64_C(0x4b415355) << 32 | VERSION)
#define LOOK_NS UINT64_C(100000000)
#define QUIET_NS UINT64_C(1000000000)
/* A program that uses less of one core than this sleeps. */
#define LEAST_USE 50

typedef struct place {
  _Alignas(64) _Atomic uint64_t owner; /* number << 32 | low half of the start; 0: free */
  _Atomic uint32_t wanted;
  _Atomic uint32_t need; /* changes while it runs layers */
  _Alignas(64) _Atomic uint32_t usable[WORDS];
} place;

typedef struct table {
  _Atomic uint64_t layout; /* 0: the file is new */
  _Atomic uint32_t news;
  place places[PLACES];
} table;

_Static_assert(offsetof(table, places) == 64 && sizeof(place) == 192, "layout of version 1");

/* Observations of a place's owner, LOOK_NS apart. */
typedef struct memory {
  uint64_t owner;
  uint64_t looked_ns;
  uint64_t need_ns; /* when `need` last changed */
  uint64_t used_ns; /* processor time */
  uint32_t need;
  int wants; /* cores; 0: it is not counted */
  int nice;
} memory;

struct ksi_program_table {
  table *shared;
  place *own;
  uint64_t owner;
  uint32_t news;    /* at the last look */
  uint64_t look_ns; /* time of the next check; 0: no other program is there */
  ksi_part part;
  memory seen[PLACES];
  ksi_entrant entrants[PLACES];
};

static ksi_program_table only;
static _Atomic(place *) entered; /* null: not entered, or no longer */

static uint64_t owner_of(ksi_process process) {
  return (uint64_t)(uint32_t)process.number << 32 | (uint32_t)process.start;
}

static void tell(table *shared) { atomic_fetch_add(&shared->news, 1); }

static int strike_out(table *shared, place *at, uint64_t owner) {
  if (!atomic_compare_exchange_strong(&at->owner, &owner, 0))
    return 0;
  tell(shared);
  return 1;
}

static ksi_life look_at_owner(uint64_t owner) {
  return ksi_look_at_process((int)(owner >> 32), (uint32_t)owner);
}

/* A program that has executed another already has its place. */
static place *find_place(table *shared, uint64_t owner) {
  for (int i = 0; i < PLACES; i++)
    if (atomic_load(&shared->places[i].owner) == owner)
      return &shared->places[i];
  for (int i = 0; i < PLACES; i++) {
    place *at = &shared->places[i];
    uint64_t before = atomic_load(&at->owner);
    if (before != 0 && look_at_owner(before).is_alive)
      continue;
    if (atomic_compare_exchange_strong(&at->owner, &before, owner))
      return at;
  }
  return NULL;
}

static void write_place(place *at, const ksi_coreset *usable, int wanted) {
  for (int i = 0; i < WORDS; i++)
    atomic_store_explicit(&at->usable[i], usable->word[i], memory_order_relaxed);
  atomic_store_explicit(&at->wanted, (uint32_t)wanted, memory_order_relaxed);
}

static ksi_coreset read_usable(const place *at) {
  ksi_coreset usable;
  for (int i = 0; i < WORDS; i++)
    usable.word[i] = atomic_load_explicit(&at->usable[i], memory_order_relaxed);
  return usable;
}

static table *open_table(void) {
  char path[KSI_PATH_BYTES];
  uint64_t none = 0;
  snprintf(path, sizeof path, KSI_SHARED_FOLDER "/kasuri-%u-v%d-%llu", ksi_user(), VERSION,
           (unsigned long long)ksi_process_namespace());
  table *shared = ksi_map_shared(path, sizeof *shared);
  if (shared == NULL)
    return NULL;
  if (atomic_compare_exchange_strong(&shared->layout, &none, LAYOUT) || none == LAYOUT)
    return shared;
  ksi_give_back_memory(shared, sizeof *shared);
  return NULL;
}

/* At exit. The memory stays: threads may still run layers. */
static void leave(void) {
  place *own = atomic_exchange(&entered, NULL);
  if (own != NULL && owner_of(ksi_this_process()) == only.owner)
    strike_out(only.shared, own, only.owner);
}

static void leave_at_exit(void) {
  static int is_registered; /* children of fork inherit it */
  if (!is_registered)
    is_registered = atexit(leave) == 0;
}

static ksi_program_table *join(const ksi_coreset *usable, int wanted) {
  const ksi_process own = ksi_this_process();
  table *shared = own.start != 0 ? open_table() : NULL;
  if (shared == NULL)
    return NULL;
  only = (ksi_program_table){.shared = shared, .owner = owner_of(own), .news = UINT32_MAX};
  only.part = (ksi_part){.workers = wanted, .cores = *usable};
  only.own = find_place(shared, only.owner);
  if (only.own == NULL) {
    ksi_give_back_memory(shared, sizeof *shared);
    return NULL;
  }
  write_place(only.own, usable, wanted);
  atomic_store(&entered, only.own);
  tell(shared);
  only.news = atomic_load(&shared->news) - 1;
  leave_at_exit();
  return &only;
}

void ksi_forget_program_table(void) {
  if (only.shared != NULL)
    ksi_give_back_memory(only.shared, sizeof *only.shared);
  only = (ksi_program_table){.shared = NULL};
  atomic_store(&entered, NULL);
}

int ksi_has_program_table_changed(const ksi_program_table *programs) {
  return atomic_load_explicit(&programs->shared->news, memory_order_relaxed) != programs->news;
}

int ksi_has_neighbours(const ksi_program_table *programs) {
  return programs->look_ns != 0 || ksi_has_program_table_changed(programs);
}

void ksi_show_need(ksi_program_table *programs) {
  uint32_t before = atomic_load_explicit(&programs->own->need, memory_order_relaxed);
  atomic_store_explicit(&programs->own->need, before + 1, memory_order_relaxed);
}

static int at_most(uint64_t value, int most) { return value < (uint64_t)most ? (int)value : most; }

/* The number of cores that a program requests that has used this much time since the last check. */
static int cores_for(const memory *seen, int wanted, uint64_t used_ns, int is_ready,
                     uint64_t now_ns) {
  const uint64_t passed_ns = now_ns - seen->looked_ns;
  if (used_ns < passed_ns / LEAST_USE && !is_ready)
    return 0;
  if (now_ns - seen->need_ns < QUIET_NS)
    return wanted;
  const int used = at_most((used_ns + passed_ns - 1) / passed_ns, wanted);
  return used > 0 ? used : 1;
}

static void look_at_life(const place *at, memory *seen, uint64_t owner, uint64_t now_ns,
                         const ksi_life *life) {
  const uint32_t need = atomic_load_explicit(&at->need, memory_order_relaxed);
  const int entered_for =
      at_most(atomic_load_explicit(&at->wanted, memory_order_relaxed), KSI_MOST_CORES);
  const int wanted = entered_for > 1 ? entered_for : 1, is_known = seen->owner == owner;
  const uint64_t used_ns = life->used_ns > seen->used_ns ? life->used_ns - seen->used_ns : 0;
  if (!is_known || need != seen->need)
    seen->need_ns = now_ns;
  seen->wants = is_known ? cores_for(seen, wanted, used_ns, life->is_ready, now_ns) : wanted;
  seen->owner = owner;
  seen->looked_ns = now_ns;
  seen->used_ns = life->used_ns;
  seen->need = need;
  seen->nice = life->nice;
}

/* Whether the owner counts when the cores are divided. */
static int is_counted(ksi_program_table *programs, int index, uint64_t owner, uint64_t now_ns) {
  place *at = &programs->shared->places[index];
  memory *seen = &programs->seen[index];
  if (seen->owner == owner && now_ns - seen->looked_ns < LOOK_NS)
    return seen->wants > 0;
  const ksi_life life = look_at_owner(owner);
  if (!life.is_alive) {
    strike_out(programs->shared, at, owner);
    return 0;
  }
  look_at_life(at, seen, owner, now_ns, &life);
  if (at == programs->own)
    seen->wants = (int)atomic_load_explicit(&at->wanted, memory_order_relaxed);
  return seen->wants > 0;
}

/* All programs that request cores; their number, and the index of this process (-1: none). */
static int list_entrants(ksi_program_table *programs, uint64_t now_ns, int *own, int *others) {
  int count = 0;
  *own = -1;
  *others = 0;
  for (int i = 0; i < PLACES; i++) {
    const place *at = &programs->shared->places[i];
    const uint64_t owner = atomic_load(&at->owner);
    *others += owner != 0 && at != programs->own;
    if (owner == 0 || !is_counted(programs, i, owner, now_ns))
      continue;
    if (owner == programs->owner)
      *own = count;
    programs->entrants[count++] =
        (ksi_entrant){read_usable(at), programs->seen[i].wants, programs->seen[i].nice};
  }
  return count;
}

static ksi_part part_of(const ksi_program_table *programs, int count, int own) {
  const ksi_coreset usable = read_usable(programs->own);
  const int wanted = (int)atomic_load_explicit(&programs->own->wanted, memory_order_relaxed);
  const int most = ksi_count_cores(&usable);
  const ksi_part whole = {wanted, usable};
  if (own < 0)
    return whole;
  const ksi_coreset cores = ksi_divide_cores(programs->entrants, count, own);
  const int workers = ksi_count_cores(&cores);
  if (workers >= wanted || workers >= most) /* it may have more workers than there are cores */
    return (ksi_part){wanted, count > 1 ? cores : usable};
  return workers > 0 ? (ksi_part){workers, cores} : (ksi_part){1, usable};
}

static void look(ksi_program_table *programs, uint64_t now_ns) {
  int own, others;
  programs->news = atomic_load(&programs->shared->news); /* before what it tells of */
  const int count = list_entrants(programs, now_ns, &own, &others);
  programs->part = part_of(programs, count, own);
  programs->look_ns = others > 0 ? now_ns + LOOK_NS : 0;
}

int ksi_look_at_program_table(ksi_program_table *programs, uint64_t now_ns, ksi_part *part) {
  if (!ksi_has_program_table_changed(programs) &&
      (programs->look_ns == 0 || now_ns < programs->look_ns))
    return 0;
  const ksi_part before = programs->part;
  const int saved = errno;
  int state;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
  look(programs, now_ns);
  pthread_setcancelstate(state, NULL);
  errno = saved;
  *part = programs->part;
  return part->workers != before.workers || !ksi_are_same_cores(&part->cores, &before.cores);
}

ksi_program_table *ksi_join_program_table(const ksi_coreset *usable, int wanted) {
  const int saved = errno;
  int state;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
  ksi_program_table *programs = join(usable, wanted);
  pthread_setcancelstate(state, NULL);
  errno = saved;
  return programs;
}
