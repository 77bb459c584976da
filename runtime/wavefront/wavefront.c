/* Rows of a loop that run at the same time, each behind the one before.
 *
 *     row 0   ======================>            each row tells how far it has come, and the next
 *     row 1   ===============>                   one stays a reach behind that
 *     row 2   ========>
 *
 * The parts of a task take rows in order. So of all rows that are not over, the first one has been
 * taken by a part that runs, and it waits for nothing. One part is enough, and it does not matter
 * when the others come, or whether they do.
 *
 * A row tells how far it has come in a slot. It is over when its columns are done and the row
 * before is over. So what a row has told holds for all rows before it, with a reach more for each:
 * row r - 1 waited for row r - 2 in the same way. The slots form a ring that has one for each part
 * at least. When row r + slots is taken, row r is over: some part has taken two rows since, and
 * rows end in order. The number of the row stands in the slot. A larger one than expected says that
 * the row is over, a smaller one that it has not begun. A row clears the column before it writes
 * its number. A reader that sees the old number with the new row's column sees one that is not too
 * large: the old row is over then.
 *
 * Waiting works as in parking.c, on a counter that grows each time a row tells something: the
 * reader reads the counter first, then the column. Two rows may count at the same time: the next
 * one in the slot may begin as soon as the column says that the row is over, before that row has
 * counted. test/runtime/wavefront.pml is the model.
 *
 * A row is cut into chunks of columns, and tells something after each. A chunk has as many columns
 * as the plan says, at least. Of long rows it has more: a fraction of the row that still lets all
 * parts start soon.
 *
 * The time that a part waits is not work, so measure.c does not count it.
 */
#include "../os/os.h"
#include "../record/counters.h"
#include "../team/task.h"

enum { CHUNKS_FOR_EACH = 8 /* part, of a row */ };

#define OVER INT64_MAX
#define NOT_BEGUN INT64_MIN

typedef struct slot {
  _Atomic int64_t row, column;
  ksi_counter told;
  char apart[sizeof(ks_wave_slot) - 2 * sizeof(int64_t) - sizeof(ksi_counter)];
} slot;

_Static_assert(sizeof(slot) == 128 && sizeof(ks_wave_slot) == 128, "two lines of the cache");
_Static_assert(sizeof(ks_wave) == 256, "the claims have lines of their own");

static slot *slot_of(const ks_wave_place *place, int64_t row) {
  return (slot *)&place->ks_all[row % place->ks_of->ks_slots];
}

/* ThreadSanitizer is to see no other order than that of the waits (together.c): each part has fixed
 * rows, and nobody announces that he sleeps. */
static int is_together(const ks_wave_place *place) {
  const ksi_team *team = ksi_current.team;
  return team != NULL && team->is_together && team->table->ks_worker_count == place->ks_parts;
}

static void raise(const ks_wave_place *place, slot *its) {
  if (!is_together(place)) {
    ksi_count_up(&its->told);
    return;
  }
  atomic_fetch_add_explicit(&its->told.value, 1, memory_order_release);
  ksi_futex_wake(&its->told.value);
}

static void tell(const ks_wave_place *place, int64_t column) {
  slot *its = slot_of(place, place->ks_row);
  atomic_store_explicit(&its->column, column, memory_order_release);
  raise(place, its);
}

static void begin_row(const ks_wave_place *place) {
  slot *its = slot_of(place, place->ks_row);
  atomic_store_explicit(&its->column, NOT_BEGUN, memory_order_relaxed);
  atomic_store_explicit(&its->row, place->ks_row + 1, memory_order_release);
  raise(place, its);
}

static int64_t reached(slot *its, int64_t row) {
  const int64_t number = atomic_load_explicit(&its->row, memory_order_acquire);
  if (number != row + 1)
    return number > row + 1 ? OVER : NOT_BEGUN;
  return atomic_load_explicit(&its->column, memory_order_acquire);
}

static void sleep_on(const ks_wave_place *place, slot *its, uint32_t told) {
  const ksi_team *team = ksi_current.team;
  if (is_together(place))
    ksi_futex_wait(&its->told.value, told, 0);
  else
    ksi_wait(&its->told, told + 1, team != NULL ? &team->root->patience : NULL, 0);
}

/* Until more has been told. */
static void await_more(const ks_wave_place *place, slot *its, uint32_t told) {
  const ksi_team *team = ksi_current.team;
  const int is_measured = team != NULL && team->way != KSI_UNMEASURED;
  const uint64_t begin_ns = is_measured ? ksi_task_clock_ns(team) : 0;
  ksi_zone zone;
  ksi_open_zone(&zone);
  sleep_on(place, its, told);
  ksi_close_function(&zone, KSI_IN_WAIT);
  if (is_measured)
    ksi_waited_ns += ksi_task_clock_ns(team) - begin_ns;
}

/* Until the row before has done this column. */
static void await(ks_wave_place *place, int64_t column) {
  if (place->ks_row == 0 || place->ks_seen >= column)
    return;
  const int64_t before = place->ks_row - 1;
  slot *its = slot_of(place, before);
  for (;;) {
    const uint32_t told = atomic_load_explicit(&its->told.value, memory_order_acquire);
    place->ks_seen = reached(its, before);
    if (place->ks_seen >= column)
      return;
    await_more(place, its, told);
  }
}

static int64_t ahead(const ks_wave_place *place, int64_t column, int64_t more) {
  int64_t sum;
  if (__builtin_add_overflow(column, more, &sum) ||
      __builtin_add_overflow(sum, place->ks_of->ks_reach, &sum))
    return OVER;
  return sum;
}

static int64_t claim(ks_wave_place *place) {
  if (is_together(place))
    return place->ks_row < 0 ? place->ks_part : place->ks_row + place->ks_parts;
  return __atomic_fetch_add(&place->ks_of->ks_claimed, 1, __ATOMIC_ACQ_REL);
}

KSI_PUBLIC int ks_wave_next(ks_wave_place *place) {
  if (place->ks_row >= 0) {
    await(place, OVER);
    tell(place, OVER);
  }
  const int64_t row = claim(place);
  if (row >= place->ks_of->ks_rows)
    return 0;
  place->ks_row = row;
  place->ks_seen = NOT_BEGUN;
  place->ks_chunk = 0;
  begin_row(place);
  return 1;
}

KSI_PUBLIC void ks_wave_enter(ks_wave_place *place, ks_int64 column) {
  await(place, ahead(place, column, 0));
}

static int64_t chunk_of(const ks_wave_place *place, int64_t columns) {
  const int64_t share = columns / (CHUNKS_FOR_EACH * (int64_t)place->ks_parts);
  return share > place->ks_of->ks_least ? share : place->ks_of->ks_least;
}

KSI_PUBLIC ks_int64 ks_wave_chunk(ks_wave_place *place, ks_int64 column, ks_int64 step,
                                  ks_int64 left) {
  if (place->ks_parts == 1)
    return left;
  if (place->ks_chunk == 0)
    place->ks_chunk = chunk_of(place, left);
  else
    tell(place, column - 1);
  const int64_t count = left < place->ks_chunk ? left : place->ks_chunk;
  await(place, ahead(place, column, count * step - 1));
  return count;
}

KSI_PUBLIC void ks_wave_finish(ks_wave_place *place) { await(place, OVER); }
