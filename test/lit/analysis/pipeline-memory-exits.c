// A message for want of memory does not order a pipeline; what is seen before it does.
// RUN: kasuri %s --dump=analysis --stop-after=analysis | grep -v '^order' | FileCheck %s
#include <stdio.h>
#include <stdlib.h>

enum { N = 400 };

static void *need(size_t bytes, int number) {
  void *memory = malloc(bytes);
  if (memory == NULL) {
    fprintf(stderr, "no memory for row %d\n", number);
    exit(3);
  }
  return memory;
}

static double smooth(const double *row, int number) {
  double *copy = need(N * sizeof *copy, number), last;
  copy[0] = row[0];
  for (int i = 1; i < N; i++)
    copy[i] = copy[i - 1] * 0.5 + row[i];
  last = copy[N - 1];
  free(copy);
  return last;
}

// Only a test of data leads to the message, so all of a row would have to wait for it.
static double checked(const double *row, int number) {
  if (row[0] < 0) {
    fprintf(stderr, "row %d is negative\n", number);
    exit(3);
  }
  return smooth(row, number);
}

static double rows[100][N];

// The row waits for nothing.
// CHECK: loop {{.*}}:[[#@LINE+5]]:3 sequential
// CHECK: {{^}}  pipeline
// CHECK-NEXT: in order: head takes(r) leaves(r)
// CHECK-NEXT: in order: [[#@LINE+4]]{{$}}
static void print_behind(void) {
  for (int r = 0; r < 100; r++) {
    double last = smooth(rows[r], r);
    printf("%g\n", last);
  }
}

// What is printed in front of it must not be seen if the row before has ended the program.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
static double print_before(double sum) {
  for (int r = 0; r < 100; r++) {
    printf("%d\n", r);
    double last = smooth(rows[r], r);
    sum = sum / 2 + last;
  }
  return sum;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^}}  pipeline
static void print_checked(void) {
  for (int r = 0; r < 100; r++) {
    double last = checked(rows[r], r);
    printf("%g\n", last);
  }
}

int main(void) {
  for (int r = 0; r < 100; r++)
    for (int i = 0; i < N; i++)
      rows[r][i] = r + i;
  print_behind();
  printf("%g\n", print_before(1));
  print_checked();
  return 0;
}
