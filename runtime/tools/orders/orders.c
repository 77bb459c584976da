/* A wrong order shows only if a run takes it. So a few orders are made such that every two steps
 * that do not wait for each other, directly or indirectly, run in both orders.
 *
 *     0 -> 2        forward: 0 1 2 3       reversed: 1 3 0 2       1 held back: 0 2 1 3
 *     1 -> 3        the first two lack only 2 before 1, which the third has
 *
 * For the parts of one loop, which wait for nothing, the first two are enough. In general they are
 * not. Then a step is held back: everything that does not wait for it, directly or indirectly, runs
 * first. That puts it after every step that it can follow, so one such order for each step is
 * always enough. Orders that add no pair are omitted.
 *
 * Every order takes one ready step at a time, so it is legal by construction. The pairs are stored
 * as a bit for each two steps. With many steps that would take too long. Then the steps to be held
 * back are spread evenly, and the series is marked as a sample.
 */
#include "orders.h"

#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 16, WORD_BITS = 64 };

/* The ready step to take: the one with the largest key in the largest class. */
typedef struct choice {
  const unsigned char *is_behind; /* by step: its class is the lower one; null: none is */
  int is_forward;
  int is_random;
  uint64_t seed;
} choice;

/* Ready steps, with the next one on top of a binary heap. */
typedef struct heap {
  uint64_t *key;
  uint32_t *step;
  uint32_t count;
} heap;

/* The finalizer of a 64-bit multiplicative generator: each bit depends on all. */
static uint64_t mix(uint64_t value) {
  value = (value ^ value >> 32) * 0xd6e8feb86659fd93u;
  value = (value ^ value >> 32) * 0xd6e8feb86659fd93u;
  return value ^ value >> 32;
}

static uint64_t key_of(const choice *by, uint32_t step) {
  const uint64_t is_first = by->is_behind == NULL || !by->is_behind[step];
  if (by->is_random)
    return mix(by->seed + (uint64_t)step * 0x9e3779b97f4a7c15u);
  return is_first << 32 | (by->is_forward ? UINT32_MAX - step : step);
}

static void swap(heap *of, uint32_t a, uint32_t b) {
  const uint64_t key = of->key[a];
  const uint32_t step = of->step[a];
  of->key[a] = of->key[b];
  of->step[a] = of->step[b];
  of->key[b] = key;
  of->step[b] = step;
}

static void push(heap *to, uint64_t key, uint32_t step) {
  uint32_t at = to->count++;
  to->key[at] = key;
  to->step[at] = step;
  for (; at > 0 && to->key[(at - 1) / 2] < to->key[at]; at = (at - 1) / 2)
    swap(to, at, (at - 1) / 2);
}

static uint32_t pop(heap *from) {
  const uint32_t step = from->step[0];
  uint32_t at = 0;
  swap(from, 0, --from->count);
  for (;;) {
    uint32_t largest = at;
    for (uint32_t child = 2 * at + 1; child <= 2 * at + 2 && child < from->count; child++)
      if (from->key[child] > from->key[largest])
        largest = child;
    if (largest == at)
      return step;
    swap(from, at, largest);
    at = largest;
  }
}

/* Runs through all steps; returns how many became ready. */
static uint32_t take_all(const ksi_steps *steps, const choice *by, heap *ready, uint32_t *missing,
                         uint32_t *order) {
  uint32_t taken = 0;
  for (uint32_t i = 0; i < steps->count; i++) {
    missing[i] = steps->first_before[i + 1] - steps->first_before[i];
    if (missing[i] == 0)
      push(ready, key_of(by, i), i);
  }
  while (ready->count > 0) {
    const uint32_t step = order[taken++] = pop(ready);
    for (uint32_t i = steps->first_after[step]; i < steps->first_after[step + 1]; i++)
      if (--missing[steps->after[i]] == 0)
        push(ready, key_of(by, steps->after[i]), steps->after[i]);
  }
  return taken;
}

static int choose_order(const ksi_steps *steps, const choice *by, uint32_t *order) {
  const size_t count = steps->count > 0 ? steps->count : 1;
  heap ready = {.key = malloc(count * sizeof(uint64_t)), .step = malloc(count * sizeof(uint32_t))};
  uint32_t *missing = malloc(count * sizeof(uint32_t));
  const int is_made = ready.key != NULL && ready.step != NULL && missing != NULL &&
                      take_all(steps, by, &ready, missing, order) == steps->count;
  free(ready.key);
  free(ready.step);
  free(missing);
  return is_made;
}

int ksi_random_order(const ksi_steps *steps, uint64_t seed, uint32_t *order) {
  return choose_order(steps, &(choice){.is_random = 1, .seed = mix(seed + 1)}, order);
}

/* Marks the step and all that wait for it, directly or not. `stack` has room for all steps. */
static void mark_behind(const ksi_steps *steps, uint32_t step, unsigned char *is_behind,
                        uint32_t *stack) {
  uint32_t height = 0;
  memset(is_behind, 0, steps->count);
  is_behind[step] = 1;
  stack[height++] = step;
  while (height > 0) {
    const uint32_t next = stack[--height];
    for (uint32_t i = steps->first_after[next]; i < steps->first_after[next + 1]; i++)
      if (!is_behind[steps->after[i]]) {
        is_behind[steps->after[i]] = 1;
        stack[height++] = steps->after[i];
      }
  }
}

static int hold_back(const ksi_steps *steps, uint32_t step, uint32_t *order) {
  unsigned char *is_behind = malloc(steps->count);
  uint32_t *stack = malloc(steps->count * sizeof *stack);
  int is_made = is_behind != NULL && stack != NULL;
  if (is_made) {
    mark_behind(steps, step, is_behind, stack);
    is_made = choose_order(steps, &(choice){.is_behind = is_behind}, order);
  }
  free(is_behind);
  free(stack);
  return is_made;
}

int ksi_order_of_series(const ksi_series *series, const ksi_steps *steps, uint32_t number,
                        uint32_t *order) {
  if (number < 2)
    return choose_order(steps, &(choice){.is_forward = number == 1}, order);
  return hold_back(steps, series->held[number - 2], order);
}

/* Data for making a series: a bit for each two steps, in rows of `words`. */
typedef struct pairs {
  uint32_t words;
  uint64_t *seen; /* row of b: each a that has run before b in some order */
  uint64_t *past; /* one row: the steps that have run in an order */
  uint32_t *order, *stack;
  unsigned char *is_behind;
} pairs;

static void note_order(pairs *of, uint32_t count) {
  memset(of->past, 0, of->words * sizeof *of->past);
  for (uint32_t i = 0; i < count; i++) {
    uint64_t *row = of->seen + (size_t)of->order[i] * of->words;
    for (uint32_t word = 0; word < of->words; word++)
      row[word] |= of->past[word];
    of->past[of->order[i] / WORD_BITS] |= (uint64_t)1 << of->order[i] % WORD_BITS;
  }
}

/* Whether some step that does not wait for this one has always run after it. */
static int lacks_pair(pairs *of, const ksi_steps *steps, uint32_t step) {
  const uint64_t *row = of->seen + (size_t)step * of->words;
  mark_behind(steps, step, of->is_behind, of->stack);
  for (uint32_t i = 0; i < steps->count; i++)
    if (!of->is_behind[i] && (row[i / WORD_BITS] >> i % WORD_BITS & 1) == 0)
      return 1;
  return 0;
}

/* Whether all orders could be generated. */
static int find_held(ksi_series *made, const ksi_steps *steps, pairs *of) {
  for (uint32_t number = 0; number < 2; number++) {
    if (!ksi_order_of_series(made, steps, number, of->order))
      return 0;
    note_order(of, steps->count);
  }
  made->count = 2;
  for (uint32_t step = 0; step < steps->count; step++) {
    if (!lacks_pair(of, steps, step))
      continue;
    made->held[made->count++ - 2] = step;
    if (!ksi_order_of_series(made, steps, made->count - 1, of->order))
      return 0;
    note_order(of, steps->count);
  }
  return 1;
}

static int look_at_pairs(ksi_series *made, const ksi_steps *steps) {
  const size_t count = steps->count;
  pairs of = {.words = (uint32_t)(count / WORD_BITS) + 1};
  of.seen = calloc(count * of.words, sizeof *of.seen);
  of.past = malloc(of.words * sizeof *of.past);
  of.order = malloc(count * sizeof *of.order);
  of.stack = malloc(count * sizeof *of.stack);
  of.is_behind = malloc(count);
  const int is_made = of.seen != NULL && of.past != NULL && of.order != NULL && of.stack != NULL &&
                      of.is_behind != NULL && find_held(made, steps, &of);
  free(of.seen);
  free(of.past);
  free(of.order);
  free(of.stack);
  free(of.is_behind);
  return is_made;
}

int ksi_make_series(ksi_series *made, const ksi_steps *steps) {
  const int is_sample = steps->count > KSI_MOST_PAIRED;
  const size_t room = is_sample ? SAMPLES : (size_t)steps->count + 1;
  *made = (ksi_series){.count = 1, .held = malloc(room * sizeof *made->held)};
  if (made->held == NULL)
    return 0;
  if (steps->count < 2)
    return 1;
  if (!is_sample)
    return look_at_pairs(made, steps);
  made->is_sample = 1;
  made->count = 2 + SAMPLES;
  for (uint32_t i = 0; i < SAMPLES; i++)
    made->held[i] = (uint32_t)((uint64_t)steps->count * (2 * i + 1) / (2 * SAMPLES));
  return 1;
}

void ksi_free_series(ksi_series *made) {
  free(made->held);
  *made = (ksi_series){0};
}
