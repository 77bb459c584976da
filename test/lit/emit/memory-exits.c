// A loop whose only early end is a failed allocation of the iteration runs in parallel, and the end waits
// for what comes before it, in the loop and in the functions that it calls. What any other condition
// decides, or code at the end of the program could see, stays as it is.
// RUN: kasuri %s -Rkasuri -Rkasuri-missed --cores=2 --min-gain=0 -o %t 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --check-prefix=TEXT < %t/memory-exits.c
// RUN: kasuri %s -Rkasuri -Rkasuri-missed --cores=2 --min-gain=0 -o %t -- -DHANDLER 2>&1 | FileCheck %s --check-prefix=HANDLER
#include <stdio.h>
#include <stdlib.h>

static double out[2][100];

static void *checked(size_t bytes) {
  void *memory = malloc(bytes);
  // TEXT: if (!memory) { extern void ks_leave(void); ks_leave(); {
  // TEXT: exit(1);
  // TEXT-NEXT: } }
  if (!memory) {
    fputs("out of memory\n", stderr);
    exit(1);
  }
  return memory;
}

static void work(double *memory, int n) {
  memory[0] = n;
  for (int i = 1; i < n; i++)
    memory[i] = memory[i - 1] * 0.5 + i;
}

int main(int argc, char **argv) {
  (void)argv;
#ifdef HANDLER
  atexit(abort);
#endif
  // REMARK: [[#@LINE+3]]:3: remark: loop runs in parallel: doall over 'i' [Doall]
  // HANDLER: [[#@LINE+2]]:3: remark: loop stays sequential: the loop may end early through 'exit' [EarlyExit]
  // TEXT: { extern void ks_leave(void); ks_leave(); exit(2); }
  for (int i = 0; i < 100; i++) {
    double *p = malloc(1000 * sizeof *p);
    if (p == NULL)
      exit(2);
    work(p, 1000);
    out[0][i] = p[999];
    free(p);
  }
  // REMARK: [[#@LINE+1]]:3: remark: loop runs in parallel: doall over 'i' [Doall]
  for (int i = 0; i < 100; i++) {
    double *p = checked(1000 * sizeof *p);
    work(p, 1000);
    out[1][i] = p[999];
    free(p);
  }
  // REMARK: [[#@LINE+1]]:3: remark: loop stays sequential: the loop may end early through 'exit' [EarlyExit]
  for (int i = 0; i < 100; i++) {
    double *p = checked(1000 * sizeof *p);
    if (!p || argc > 100)
      exit(2);
    work(p, 1000);
    out[1][i] = p[999];
    free(p);
  }
  printf("%g %g\n", out[0][10], out[1][20]);
  return 0;
}
