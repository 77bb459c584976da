// What helps depends on what the loop does: a list, input, a value under a condition that a test can rule out.
// RUN: kasuri %s --min-gain=0 -Rkasuri -Rkasuri-missed -o %t -- -w 2>&1 | FileCheck %s
#include <stdio.h>
struct node {
  double value;
  struct node *next;
};
double x[1000];
unsigned calls;
void lists(struct node *list) {
  // CHECK: :[[#@LINE+2]]:3: remark: loop stays sequential: {{.*}}'e' follows a linked structure [NotCounted]
  // CHECK: help: collect the nodes in an array before the loop, and loop over the array
  for (struct node *e = list; e; e = e->next)
    e->value *= 2;
}
void input(FILE *file) {
  int c, i = 0;
  // CHECK: :[[#@LINE+2]]:3: remark: loop stays sequential: the number of iterations is not known when the loop starts [NotCounted]
  // CHECK: help: read all input before the loop
  while ((c = getc(file)) != EOF)
    x[i++ % 1000] = c;
  // CHECK: :[[#@LINE+2]]:3: remark: loop stays sequential: 'fread' performs input or output, which must keep its order [InputOutput]
  // CHECK: help: read all input before the loop
  for (i = 0; i < 1000; i++)
    fread(&x[i], sizeof x[i], 1, file);
}
// The same reason at the same line is given once.
void twice(int *restrict a, const int *restrict at, int n) {
  // CHECK: :[[#@LINE+3]]:3: remark: loop stays sequential: the subscript of 'a[at[i]]'
  // CHECK: help:
  // CHECK-NOT: also:
  for (int i = 0; i < n; i++)
    if (i % 3)
      a[at[i]] = a[at[i]] / 2 + a[at[i]];
}
// CHECK: :[[#@LINE+2]]:3: remark: loop may run in parallel if 'traced == 0'
void traced_loop(int n, int traced) {
  for (int i = 0; i < n; i++) {
    if (traced)
      calls = calls * 3 + 1;
    x[i] = i * 2;
  }
}
