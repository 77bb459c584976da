/* PARALLEL: 2 */
/* What runs in order touches memory only, so nobody sees how far it is when memory runs out. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

const char *__tsan_default_options(void);
const char *__tsan_default_options(void) { return "allocator_may_return_null=1"; }

struct list {
  double *at;
  size_t count;
};

static void *xrealloc(void *old, size_t bytes) {
  void *memory = realloc(old, bytes);
  if (!memory) {
    fprintf(stderr, "no memory for the list\n");
    exit(4);
  }
  return memory;
}

static void append(struct list *list, double value) {
  list->at = xrealloc(list->at, (list->count + 1) * sizeof *list->at);
  list->at[list->count++] = value;
}

static double analyse(const double *x, int n, size_t bytes, int number) {
  double *copy = malloc(bytes);
  if (!copy) {
    fprintf(stderr, "no memory for row %d\n", number);
    exit(3);
  }
  for (int i = 0; i < n; i++)
    copy[i] = x[i] * 0.5 + number;
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 0.75 + copy[i];
  free(copy);
  return sum;
}

static double rows[1000][50];

static void collect(struct list *list, double limit) {
  for (int r = 0; r < 1000; r++) {
    double e = analyse(rows[r], 50, 400, r);
    if (e > limit)
      append(list, e + (double)list->count);
  }
}

static void fail(struct list *list, double limit) {
  for (int r = 0; r < 1000; r++) {
    double e = analyse(rows[r], 50, r % 97 == 96 ? SIZE_MAX / 4 - (size_t)r : 400, r);
    if (e > limit)
      append(list, e);
  }
}

int main(void) {
  struct list list = {NULL, 0};
  for (int r = 0; r < 1000; r++)
    for (int i = 0; i < 50; i++)
      rows[r][i] = (r * 7 + i * 13) % 101 - 50;
  collect(&list, 1500);
  double sum = 0;
  for (size_t i = 0; i < list.count; i++)
    sum = sum * 0.5 + list.at[i];
  printf("%zu %.17g\n", list.count, sum);
  fflush(stdout);
  fail(&list, 1500);
  printf("not here\n");
  free(list.at);
  return 0;
}
