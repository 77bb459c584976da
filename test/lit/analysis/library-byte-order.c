// swab and bcopy write where their second argument points, and what they have read may be pointers. The rest of the program stays known: these
// pointers lead to two blocks.
// RUN: kasuri %s --dump=analysis --stop-after=analysis | FileCheck %s
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- -DUNKNOWN | FileCheck %s --check-prefix=OPEN
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- -DPOINTERS | FileCheck %s --check-prefix=OPEN
#define _GNU_SOURCE
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

short *one, *two;
void unknown(void);

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel{{$}}
// OPEN: loop {{.*}}:[[#@LINE+2]]:3 parallel guard({{.*}}'one[i]' and 'two[i]' do not overlap)
static void apart(int n) {
  for (int i = 0; i < n; i++)
    two[i] = one[i] * 3 + i;
}

// Each iteration fills its row before it reads it.
static short row[64];
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel private(row)
static void copy_rows(short (*rows)[64], int *sums) {
  for (int r = 0; r < 100; r++) {
    bcopy(rows[r], row, sizeof row);
    sums[r] = row[r % 64];
  }
}

// Of an odd number of bytes, the last one stays as it is.
static short swapped[64];
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
static void swap_rows(short (*rows)[64], int *sums) {
  for (int r = 0; r < 100; r++) {
    swab(rows[r], swapped, sizeof swapped - 1);
    sums[r] = swapped[r % 64];
  }
}

int main(void) {
  static short rows[100][64];
  static int sums[100];
  one = malloc(1000 * sizeof *one);
  two = malloc(1000 * sizeof *two);
  swab(one, two, 1000 * sizeof *one);
#ifdef UNKNOWN
  unknown();
#endif
#ifdef POINTERS
  char bytes[sizeof one];
  swab(&one, bytes, sizeof one);
  swab(bytes, &two, sizeof one);
#endif
  apart(1000);
  copy_rows(rows, sums);
  swap_rows(rows, sums);
  return two[2] + sums[3];
}
