/* A program such as an encoder: frames of a parallel layer of two tasks, of about half a
 * millisecond each, and some work between them. It prints how long the frames took. `encoder load
 * SECONDS` is what disturbs it: it computes in bursts of 1 to 40 ms with pauses as long, as
 * programs and services of a telephone do. */
#include "../epcc/patterns.h"

#include <kasuri/kasuri.h>
#include <unistd.h>

enum { FRAMES = 500, LAYER = 250000, BETWEEN = 25000 };

static void encode(void *frame, ks_uint32 part, ks_uint32 parts) {
  (void)frame;
  (void)part;
  delay(2 * LAYER / (int)parts);
}

static void disturb(double seconds) {
  unsigned seed = (unsigned)getpid();
  const uint64_t end = now_ns() + (uint64_t)(seconds * 1e9);
  while (now_ns() < end) {
    const uint64_t stop = now_ns() + 1000000u + rand_r(&seed) % 39000000u;
    while (now_ns() < stop)
      delay(1000);
    usleep(1000 + rand_r(&seed) % 39000);
  }
}

int main(int argc, char **argv) {
  static const ks_row rows[] = {{.ks_part = 0, .ks_parts = 2, .ks_level = KS_LEVEL_KEEP},
                                {.ks_part = 1, .ks_parts = 2, .ks_level = KS_LEVEL_KEEP}};
  static const ks_uint16 first[] = {0, 1, 2};
  static const ks_table table = {2, 1, first, rows, NULL};
  static const ks_task task = {encode, "encode", 1, 0, 0, 0, 0};
  static ks_measured record;
  static const ks_layer layer = {.ks_abi = KS_ABI_VERSION,
                                 .ks_name = "frame",
                                 .ks_tasks = &task,
                                 .ks_tables = &table,
                                 .ks_task_count = 1,
                                 .ks_table_count = 1,
                                 .ks_record = &record};
  if (argc > 2 && strcmp(argv[1], "load") == 0) {
    disturb(atof(argv[2]));
    return 0;
  }
  ks_workers(&layer); /* the team is made, and has its cores, before the clock runs */
  const uint64_t begin = now_ns();
  for (int frame = 0; frame < FRAMES; frame++) {
    if (ks_workers(&layer) > 1)
      ks_run(&layer, NULL);
    else
      encode(NULL, 0, 1);
    delay(BETWEEN);
  }
  printf("%.6f\n", (double)(now_ns() - begin) / 1e9);
  return 0;
}
