// PARALLEL: 4
// Handles that the function has made itself, in loops that may end, or go on, in front of what uses them: a worker makes
// its copies when it first gets there. Counters and sums in the handles are handed on.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 400, ITEMS = 300 };

static int next_item, numbers[ITEMS + 1];

/* Stands for input: each call gives the next number. */
static int get(int *item) {
  if (next_item >= ITEMS)
    return 0;
  *item = numbers[next_item++];
  return 1;
}

/* Each loop has a type of its own, so that nothing else is known of its handle. */
#define CODER(name)                                                                                                    \
  typedef struct name {                                                                                                \
    double *work;                                                                                                      \
    int *marks;                                                                                                        \
    long frames;                                                                                                       \
    double energy, table[N];                                                                                           \
  } name;                                                                                                              \
  static name *name##_new(int seed) {                                                                                  \
    name *c = calloc(1, sizeof *c);                                                                                    \
    if (c == NULL)                                                                                                     \
      return NULL;                                                                                                     \
    c->work = malloc(N * sizeof *c->work);                                                                             \
    c->marks = malloc(N * sizeof *c->marks);                                                                           \
    if (c->work == NULL || c->marks == NULL)                                                                           \
      exit(1);                                                                                                         \
    for (int i = 0; i < N; i++)                                                                                        \
      c->table[i] = (i * seed) % 11;                                                                                   \
    return c;                                                                                                          \
  }                                                                                                                    \
  static void name##_free(name *c) {                                                                                   \
    free(c->work);                                                                                                     \
    free(c->marks);                                                                                                    \
    free(c);                                                                                                           \
  }                                                                                                                    \
  static double name##_encode(name *c, int item) {                                                                     \
    double sum = 0, *work = c->work;                                                                                   \
    int *marks = c->marks;                                                                                             \
    for (int i = 0; i < N; i++) {                                                                                      \
      work[i] = c->table[i] * item + i;                                                                                \
      marks[i] = (item * i) % 7;                                                                                       \
    }                                                                                                                  \
    for (int round = 0; round < 20; round++)                                                                           \
      for (int i = 1; i < N; i++)                                                                                      \
        work[i] = (work[i - 1] + work[i] * marks[i]) / 8;                                                              \
    for (int i = 0; i < N; i++)                                                                                        \
      sum = sum / 3 + work[N - 1 - i] + marks[i];                                                                      \
    return sum;                                                                                                        \
  }

static void begin(int seed) {
  next_item = 0;
  for (int i = 0; i < ITEMS; i++)
    numbers[i] = (i * seed) % 101 + 1;
}

CODER(first)
static void plain(void) {
  first *c = first_new(3);
  if (c == NULL)
    exit(1);
  begin(5);
  for (;;) {
    int item;
    if (!get(&item))
      break;
    double sum = first_encode(c, item);
    printf("%.9g\n", sum);
  }
  first_free(c);
}

CODER(second)
static int two_ends(int last) {
  second *c = second_new(4);
  if (c == NULL)
    return 1;
  begin(7);
  long count = 0;
  for (;;) {
    int item;
    if (!get(&item))
      break;
    if (item == last)
      break;
    if (item % 9 == 1)
      continue;
    double sum = second_encode(c, item);
    c->frames++;
    c->energy = c->energy / 2 + sum;
    count += item;
    printf("%.9g\n", sum);
  }
  printf("%ld frames, %.9g, %ld\n", c->frames, c->energy, count);
  second_free(c);
  return 0;
}

/* Ends before any version has been made, or after the first one. */
CODER(third)
static void short_ones(int items) {
  third *c = third_new(6);
  if (c == NULL)
    exit(1);
  begin(11);
  next_item = ITEMS - items;
  for (;;) {
    int item;
    if (!get(&item))
      break;
    double sum = third_encode(c, item);
    c->frames += 2;
    printf("%.9g\n", sum);
  }
  printf("%ld frames\n", c->frames);
  third_free(c);
}

/* What is handed on is used where the version is made, in the segment with the end. */
CODER(fourth)
static void counted_first(void) {
  fourth *c = fourth_new(9);
  if (c == NULL)
    exit(1);
  begin(17);
  long total = 0;
  for (;;) {
    int item;
    total++;
    if (!get(&item))
      break;
    c->frames += total * item;
    total += item;
    double sum = fourth_encode(c, item);
    c->energy = c->energy / 3 + sum;
  }
  printf("%ld %ld %.9g\n", total, c->frames, c->energy);
  fourth_free(c);
}

/* The pointer was loaded before the member was set anew. */
typedef struct other {
  double *work;
  long frames;
} other;

static double work_on(double *work, int item) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    work[i] = (i * item) % 19;
  for (int round = 0; round < 20; round++)
    for (int i = 1; i < N; i++)
      work[i] = (work[i - 1] + work[i]) / 8;
  for (int i = 0; i < N; i++)
    sum = sum / 3 + work[N - 1 - i];
  return sum;
}

static void set_anew(void) {
  other *o = malloc(sizeof *o);
  double *before = malloc(N * sizeof *before);
  if (o == NULL || before == NULL)
    exit(1);
  o->work = before;
  before = o->work;
  o->work = malloc(N * sizeof *o->work);
  if (o->work == NULL)
    exit(1);
  for (int i = 0; i < N; i++)
    before[i] = 0;
  begin(13);
  for (;;) {
    int item;
    if (!get(&item))
      break;
    double sum = work_on(o->work, item);
    before[item] = before[(item * 3) % 101] + sum;
    printf("%.9g %.9g\n", sum, before[item]);
  }
  free(before);
  free(o->work);
  free(o);
}

int main(void) {
  plain();
  printf("%d\n", two_ends(0));
  printf("%d\n", two_ends(50));
  for (int items = 0; items < 4; items++)
    short_ones(items);
  counted_first();
  set_anew();
  return 0;
}
