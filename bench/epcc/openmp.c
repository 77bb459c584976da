/* EPCC's patterns in OpenMP, for libgomp and LLVM's libomp. */
#include "patterns.h"

static int reduced;

static void fork_join(int repetitions) {
  for (int i = 0; i < repetitions; i++) {
#pragma omp parallel num_threads(THREADS)
    delay(DELAY);
  }
}

static void barrier(int repetitions) {
#pragma omp parallel num_threads(THREADS)
  for (int i = 0; i < repetitions * STAGES; i++) {
    delay(DELAY);
#pragma omp barrier
  }
}

static void static_loop(int repetitions) {
#pragma omp parallel num_threads(THREADS)
  for (int i = 0; i < repetitions * STAGES; i++) {
#pragma omp for schedule(static)
    for (int k = 0; k < THREADS * ITERATIONS; k++)
      delay(DELAY);
  }
}

static void dynamic_loop(int repetitions) {
#pragma omp parallel num_threads(THREADS)
  for (int i = 0; i < repetitions; i++) {
#pragma omp for schedule(dynamic, 1)
    for (int k = 0; k < THREADS * ITERATIONS; k++)
      delay(DELAY);
  }
}

static void reduction(int repetitions) {
  int sum = 0;
  for (int i = 0; i < repetitions; i++) {
#pragma omp parallel num_threads(THREADS) reduction(+ : sum)
    {
      delay(DELAY);
      sum += 1;
    }
  }
  reduced = sum;
}

static void one_graph(char *done) {
  for (int task = 0; task < GRAPH; task++) {
    if (task < WIDTH) {
#pragma omp task depend(out : done[task])
      delay(DELAY);
    } else {
#pragma omp task depend(in : done[task - WIDTH], done[neighbour_of(task)]) depend(out : done[task])
      delay(DELAY);
    }
  }
}

static void graph(int repetitions) {
  char done[GRAPH];
#pragma omp parallel num_threads(THREADS)
  for (int i = 0; i < repetitions; i++) {
#pragma omp single
    one_graph(done);
  }
}

int main(void) {
  measure("fork-join", fork_join, 2000, 1, 1);
  measure("barrier", barrier, 10, STAGES, 1);
  measure("static-loop", static_loop, 1, STAGES, ITERATIONS);
  measure("dynamic-loop", dynamic_loop, 50, 1, ITERATIONS);
  measure("reduction", reduction, 2000, 1, 1);
  measure("graph", graph, 20, 1, GRAPH / THREADS);
  return reduced == 0;
}
