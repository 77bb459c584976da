// Each loop's verdict: what makes it parallel, or the kind of reason that stops it.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
#include <stdio.h>
#include <stdlib.h>

extern void unknown(int);
typedef struct { float x[32]; int n; } Row;
typedef struct { int count; Row row[4]; } Handle;

static void scale(Row *row) {
  float *p = row->x;
  for (int i = 0; i < row->n; i++)
    *p++ *= 2.0f;
}

void rows(Handle *h) {
  // CHECK: loop {{.*}}verdicts.c:[[#@LINE+1]]:3 parallel{{$}}
  for (int c = 0; c < h->count; c++)
    scale(&h->row[c]);
}

int scalars(const int *restrict in, int *out, int n) {
  int t, sum = 0, last = 3;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel private(t) reduction(sum)
  for (int i = 0; i < 8; i++) {
    t = i * i;
    sum += t;
  }
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel private(last, last value, if set)
  for (int i = 0; i < 8; i++)
    if (i & n)
      last = i;
  // CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
  // CHECK-NEXT: [ScalarCarried]
  for (int i = 0; i < 8; i++)
    last = last * 3 + i;
  return sum + last;
}

void memory(double *a, int *at, int n) {
  // CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
  // CHECK-NEXT: 'a[i]' {{.*}} (distance 1) [CarriedFlow]
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1] + 1;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel
  for (int i = 1; i < n; i += 2)
    a[i] = a[i - 1] + 1;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++)
    a[at[i]] += 1;
}

void control(int *a, int n) {
  // CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
  // CHECK-NEXT: [EarlyExit]
  for (int i = 0; i < n; i++) {
    if (a[i] < 0)
      break;
    a[i] = 1;
  }
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel
  while (n-- > 0)
    a[n] = 2;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  while (a[n] > 0)
    // CHECK: [NotCounted]
    a[n++] = 2;
  // CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
  // CHECK: [InputOutput]
  for (int i = 0; i < 4; i++)
    printf("%d", i);
  // CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
  // CHECK: [UnknownCall]
  for (int i = 0; i < 4; i++)
    unknown(i);
  // CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
  // CHECK: [HiddenState]
  for (int i = 0; i < 4; i++)
    a[i] = rand();
}

void devices(volatile int *port, int n) {
  // CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
  // CHECK: [VolatileAccess]
  for (int i = 0; i < n; i++)
    *port = i;
  // CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
  // CHECK: [InlineAssembly]
  for (int i = 0; i < n; i++)
    __asm__ volatile("" ::: "memory");
  // Without an instruction and an operand it does nothing.
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel
  for (int i = 0; i < n; i++)
    __asm__("");
}
