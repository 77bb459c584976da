/* Do rows overlap that the pointers of a table lead to? Rows that were cut from one block, or
 * allocated one after the other, mostly stand in order: one pass tells. Otherwise the pointers are
 * sorted in a copy. Without memory for it the answer is "perhaps", and the loop behind the test
 * runs in order. */
#include <kasuri/kasuri.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  ks_int64 low, end, pitch, row_low, row_end;
} rows;

static int is_lost(const rows *all) {
  return all->low == KS_LOST || all->end == KS_LOST || all->row_low == KS_LOST ||
         all->row_end == KS_LOST;
}

static size_t count_of(const rows *all) {
  if (all->row_end <= all->row_low)
    return 0;
  if (all->pitch == 0)
    return 1;
  return all->end <= all->low ? 0 : (size_t)((all->end - all->low - 1) / all->pitch) + 1;
}

/* Where a row's bytes begin. */
static ks_int64 start_of(const rows *all, size_t index) {
  void *pointer = NULL;
  if (all->pitch != 0)
    memcpy(&pointer, (const char *)(uintptr_t)(all->low + (ks_int64)index * all->pitch),
           sizeof pointer);
  return (ks_int64)(uintptr_t)pointer + all->row_low;
}

static int compare_starts(const void *a, const void *b) {
  const ks_int64 x = *(const ks_int64 *)a, y = *(const ks_int64 *)b;
  return (x > y) - (x < y);
}

/* In ascending order; NULL if there is no memory for them. */
static ks_int64 *sorted_starts(const rows *all, size_t count) {
  ks_int64 *const starts = malloc(count * sizeof *starts);
  if (starts == NULL)
    return NULL;
  for (size_t i = 0; i < count; i++)
    starts[i] = start_of(all, i);
  qsort(starts, count, sizeof *starts, compare_starts);
  return starts;
}

__attribute__((visibility("default"))) int
ks_rows_are_apart(ks_int64 low, ks_int64 end, ks_int64 pitch, ks_int64 row_low, ks_int64 row_end) {
  const rows all = {low, end, pitch, row_low, row_end};
  if (is_lost(&all))
    return 0;
  const size_t count = count_of(&all);
  const ks_int64 length = row_end - row_low;
  int ascends = 1, descends = 1;
  for (size_t i = 1; i < count && (ascends || descends); i++) {
    const ks_int64 step = start_of(&all, i) - start_of(&all, i - 1);
    ascends &= step >= length;
    descends &= -step >= length;
  }
  if (ascends || descends)
    return 1;
  ks_int64 *const starts = sorted_starts(&all, count);
  int are_apart = starts != NULL;
  for (size_t i = 1; i < count && are_apart; i++)
    are_apart = starts[i] - starts[i - 1] >= length;
  free(starts);
  return are_apart;
}

/* From the first byte to the last of all rows. */
static void span_of(const rows *all, size_t count, ks_int64 *low, ks_int64 *end) {
  *low = INT64_MAX;
  *end = INT64_MIN;
  for (size_t i = 0; i < count; i++) {
    const ks_int64 start = start_of(all, i);
    *low = start < *low ? start : *low;
    *end = start > *end ? start : *end;
  }
  *end += all->row_end - all->row_low;
}

/* Rows of one table have one length, so the one that begins first ends first. */
static int are_beside(const rows *a, size_t count_a, const rows *b, size_t count_b) {
  ks_int64 *const starts_a = sorted_starts(a, count_a), *const starts_b = sorted_starts(b, count_b);
  int are_apart = starts_a != NULL && starts_b != NULL;
  for (size_t i = 0, j = 0; are_apart && i < count_a && j < count_b;) {
    if (starts_a[i] + (a->row_end - a->row_low) <= starts_b[j])
      i++;
    else if (starts_b[j] + (b->row_end - b->row_low) <= starts_a[i])
      j++;
    else
      are_apart = 0;
  }
  free(starts_a);
  free(starts_b);
  return are_apart;
}

__attribute__((visibility("default"))) int
ks_rows_are_beside(ks_int64 low, ks_int64 end, ks_int64 pitch, ks_int64 row_low, ks_int64 row_end,
                   ks_int64 other_low, ks_int64 other_end, ks_int64 other_pitch,
                   ks_int64 other_row_low, ks_int64 other_row_end) {
  const rows a = {low, end, pitch, row_low, row_end},
             b = {other_low, other_end, other_pitch, other_row_low, other_row_end};
  if (is_lost(&a) || is_lost(&b))
    return 0;
  const size_t count_a = count_of(&a), count_b = count_of(&b);
  if (count_a == 0 || count_b == 0)
    return 1;
  ks_int64 low_a, end_a, low_b, end_b;
  span_of(&a, count_a, &low_a, &end_a);
  span_of(&b, count_b, &low_b, &end_b);
  return end_a <= low_b || end_b <= low_a || are_beside(&a, count_a, &b, count_b);
}
