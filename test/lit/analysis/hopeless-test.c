// The outer loop's rows are those of the loop inside it: a test in front of it would always fail, and
// the loop inside would be lost.
// RUN: kasuri %s -Rkasuri -Rkasuri-missed --cores=2 -o %t 2>&1 | FileCheck %s
#include <stdlib.h>

static double *matrix;

static void eliminate(int n) {
  // CHECK-DAG: hopeless-test.c:[[#@LINE+2]]:3: remark: loop stays sequential
  // CHECK-DAG: hopeless-test.c:[[#@LINE+2]]:5: remark: loop runs in parallel: doall over 'j' [Doall]
  for (int i = 0; i < n - 1; i++)
    for (int j = i + 1; j < n; j++) {
      double factor = matrix[j * n + i] / matrix[i * n + i];
      for (int k = i; k < n; k++)
        matrix[j * n + k] -= factor * matrix[i * n + k];
    }
}

int main(int argc, char **argv) {
  (void)argv;
  matrix = calloc((size_t)argc * 100, (size_t)argc * 100 * sizeof *matrix);
  if (!matrix)
    return 1;
  eliminate(argc * 100);
  return matrix[3] > 0;
}
