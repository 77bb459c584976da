// All places that a pointer may lead to by way of a choice, of numbers or of a cast are told apart by a test.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
#include <stdint.h>

static double x[1000], y[1000], z[1000];
static struct { int a[8], b[8]; } both;

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel guard('x[i - 1]' and 'p[i]' do not overlap){{$}}
static void chosen(int which, int n) {
  double *p = which ? x : y;
  for (int i = 1; i < n; i++)
    p[i] = x[i - 1] + 1;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel{{$}}
static void nearChosen(int which, int n) {
  double *p = which ? x : y;
  for (int i = 1; i < n; i++)
    p[i] = z[i - 1] + 1;
}

// CHECK: loop {{.*}}:[[#@LINE+4]]:3 parallel guard('x[i - 1]' and 'p[i]' do not overlap){{$}}
static void masked(int which, int n) {
  uintptr_t at = which ? (uintptr_t)y : ((uintptr_t)x & ~(uintptr_t)7);
  double *p = (double *)at;
  for (int i = 1; i < n; i++)
    p[i] = x[i - 1] + 1;
}

// A cast pointer may leave the array that it comes from, and reach the next one.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel guard('both.b[i + 1]' and 'next[8 + i]' do not overlap){{$}}
static void beyond(const char *from, int n) {
  const int *next = (const int *)from;
  for (int i = 0; i < n; i++)
    both.b[i + 1] = next[8 + i] + 1;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
static void nearBeyond(const int *from, int n) {
  for (int i = 0; i < n; i++)
    both.b[i + 1] = from[i] + 1;
}

int main(int argc, char **argv) {
  chosen(argc > 1, 1000);
  nearChosen(argc > 1, 1000);
  masked(argc > 1, 1000);
  beyond((const char *)both.a, 7);
  nearBeyond(both.a, 7);
  return (int)(x[7] + y[8] + both.b[3]);
}
