// The condition of a branch goes into a variable where the arms are in order, and lines keep their numbers. Each
// worker frees the memory of its line.
// RUN: kasuri %s --cores=2 --min-gain=0 -o %t
// RUN: FileCheck %s < %t/pipeline-branches.c
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned work(const char *p) {
  unsigned h = 1;
  for (int round = 0; round < 1000; round++)
    for (size_t i = 0; p[i]; i++)
      h = (h ^ (unsigned char)p[i]) * 31;
  return h;
}

int main(void) {
  char *line = NULL;
  size_t size = 0;
  unsigned long bad = 0, good = 0;
  // CHECK: ks_main_[[#@LINE+18]]_t0(
  // CHECK: char *line = 0;
  // CHECK: size_t size = 0;
  // CHECK: int ks_test_0;
  // CHECK: if (!(getline(&line, &size, stdin) != -1)) {
  // CHECK: ks_pipe_leave(ks_l, 0);
  // CHECK: ks_test_0 = !! /* always */ (work(line) % 7 == 0)
  // CHECK-NEXT: ; if (!ks_pipe_enter(ks_l, 1)) { break; }
  // CHECK-SAME: if (ks_test_0)
  // CHECK-NEXT: #line [[#@LINE+10]]
  // CHECK-NEXT: {
  // CHECK-NEXT: bad++;
  // CHECK-NEXT: do { *ks_f->bad = bad; *ks_f->good = good; goto ks_next_0; } while (0);
  // CHECK-NEXT: } else
  // CHECK-NEXT: good += bad;
  // CHECK: ks_pipe_leave(ks_l, 1);
  // CHECK: ks_pipe_quit(ks_l);
  // CHECK-NEXT: __builtin_free(line);
  while (getline(&line, &size, stdin) != -1) {
    if /* always */ (work(line) % 7 == 0) {
      bad++;
      continue;
    } else
      good += bad;
    printf("%lu\n", good);
  }
  free(line);
  return 0;
}
