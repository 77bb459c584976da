/* tasks TURNS ROWS RUNS BATCHES: a layer of ROWS tasks of TURNS steps each, and one task for the other worker.
 * Prints the caller's processor time per row in ns: the median of the batches, each of RUNS runs.
 * Processor time leaves out what other programs took. */
#include <kasuri/kasuri.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST_ROWS = 256, MOST_BATCHES = 10000 };

static uint64_t turns;
static volatile uint64_t result;

static void work(void *frame, uint32_t part, uint32_t parts) {
  uint64_t state = part + parts;
  (void)frame;
  for (uint64_t i = 0; i < turns; i++)
    state = state * 6364136223846793005u + 1442695040888963407u;
  result = state;
}

static void nothing(void *frame, uint32_t part, uint32_t parts) { (void)frame, (void)part, (void)parts; }

static double own_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static int by_size(const void *a, const void *b) {
  const double *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

int main(int argc, char **argv) {
  static ks_task tasks[MOST_ROWS + 1];
  static ks_row rows[MOST_ROWS + 1];
  static uint16_t first[3];
  static double batch[MOST_BATCHES];
  if (argc != 5)
    return 2;
  turns = strtoull(argv[1], NULL, 10);
  int count = atoi(argv[2]), runs = atoi(argv[3]), batches = atoi(argv[4]);
  if (count > MOST_ROWS || batches > MOST_BATCHES)
    return 2;
  for (int i = 0; i <= count; i++) {
    tasks[i] = (ks_task){i < count ? work : nothing, "task", (uint32_t)i, 0};
    rows[i] = (ks_row){(uint16_t)i, 0, 1, 0, 0, KS_LEVEL_KEEP, 0, 0};
  }
  first[1] = (uint16_t)count;
  first[2] = (uint16_t)(count + 1);
  ks_table table = {2, (uint16_t)count, first, rows, NULL};
  ks_layer layer = {KS_ABI_VERSION, "tasks", tasks, &table, (uint16_t)(count + 1), 1, NULL};
  for (int i = -batches / 10; i < batches; i++) {
    double begin = own_ns();
    for (int run = 0; run < runs; run++)
      ks_run(&layer, NULL);
    if (i >= 0)
      batch[i] = (own_ns() - begin) / runs / count;
  }
  qsort(batch, (size_t)batches, sizeof *batch, by_size);
  printf("%.4f\n", batch[batches / 2]);
  return 0;
}
