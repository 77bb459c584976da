/* relax with threads: sweeps follow each other, each at a distance of two rows, up to the next check. */
#include "../hand.h"
#include "relax.h"

#include <math.h>
#include <sched.h>
#include <stdatomic.h>

enum { MOST_SWEEPS = 400, BETWEEN_CHECKS = 20 };

typedef struct progress {
  _Alignas(64) _Atomic int rows;
  double most;
} progress;

static plate p;
static int first;
static progress done[BETWEEN_CHECKS + 1]; /* of each sweep since the last check; 0: all before */

static void *work(void *own) {
  for (int sweep = 1 + *(int *)own; sweep <= BETWEEN_CHECKS; sweep += thread_count()) {
    double most = 0;
    for (int y = 1, looks = 0; y < p.height - 1; y++) {
      int needed = y + 2 < p.height - 1 ? y + 2 : p.height - 1;
      while (atomic_load_explicit(&done[sweep - 1].rows, memory_order_acquire) < needed)
        if (++looks % 1000 == 0)
          sched_yield();
      double change = relax_row(&p, y, 1.9);
      most = change > most ? change : most;
      atomic_store_explicit(&done[sweep].rows, y + 1, memory_order_release);
    }
    done[sweep].most = most;
  }
  return NULL;
}

static int solve(double tolerance) {
  for (first = 0; first < MOST_SWEEPS; first += BETWEEN_CHECKS) {
    for (int sweep = 0; sweep <= BETWEEN_CHECKS; sweep++)
      atomic_store(&done[sweep].rows, sweep == 0 ? p.height : 0);
    run_threads(work, thread_count());
    double most = done[BETWEEN_CHECKS].most;
    printf("sweep %d: change %.9g\n", first + BETWEEN_CHECKS, most);
    if (most < tolerance || !isfinite(most))
      return first + BETWEEN_CHECKS;
  }
  return MOST_SWEEPS;
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  FILE *in = fopen(argv[1], "r"), *out = fopen(argv[2], "wb");
  if (in == NULL || out == NULL || !read_plate(in, &p))
    return 1;
  fclose(in);
  printf("%d sweeps\n", solve(1e-7));
  print_profile(&p);
  int is_written = write_plate(&p, out);
  plate_free(&p);
  return fclose(out) != 0 || !is_written;
}
