// Two pointers that are promised to lead to different memory need no proof, and no guard.
// RUN: kasuri %s -Rkasuri -Rkasuri-missed --cores=2 --min-gain=0 -o %t/out 2>&1 | FileCheck %s
#include <kasuri/annotations.h>

static double *from, *to;

void set(double *a, double *b) {
  from = a;
  to = b;
}

void without(double *y, const double *x, const int *column, int n) {
  // CHECK: [[#@LINE+2]]:3: remark: loop stays sequential: 'column[k]' and 'y[i]' may be the same memory [UnknownAlias]
  // CHECK: help: declare 'column' as {{.*}}restrict column' if it never overlaps 'y[i]', or promise that with KASURI_NO_ALIAS
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 4; k++)
      y[i] += x[column[k]];
}

void promised(double *y, const double *x, const int *column, int n) {
  KASURI_NO_ALIAS(x, y)
  KASURI_NO_ALIAS(column, y)
  // CHECK: [[#@LINE+1]]:3: remark: loop runs in parallel: doall over 'i'; relies on 'noalias(x, y)' at {{.*}}noalias.c:[[#@LINE-2]], 'noalias(column, y)' at {{.*}}noalias.c:[[#@LINE-1]] [Doall]
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 4; k++)
      y[i] += x[column[k]];
}

// What a loop reaches in functions counts as well, and what it reads from variables of the file.
static double dot(const double *x, int n) {
  double sum = 0;
  for (int k = 0; k < n; k++)
    sum += x[(long)x[k]];
  return sum;
}

void globals(int n) {
#pragma kasuri noalias(from, to)
  // CHECK: [[#@LINE+1]]:3: remark: loop runs in parallel: doall over 'i'; {{.*}}relies on 'noalias(from, to)'
  for (int i = 0; i < n; i++)
    to[i] = dot(from, n);
}

// The promise is about these two, and about what they are in front of the loop.
void others(double *y, const double *x, const double *z, const int *column, int n) {
  KASURI_NO_ALIAS(x, y)
  KASURI_NO_ALIAS(column, y)
  // CHECK: [[#@LINE+1]]:3: remark: loop stays sequential: 'z[column[k]]' and 'y[i]' may be the same memory [UnknownAlias]
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 4; k++)
      y[i] += x[column[k]] + z[column[k]];
  const double *inside = x + n;
  KASURI_NO_ALIAS(inside, y)
  KASURI_NO_ALIAS(column, y)
  // CHECK: [[#@LINE+1]]:3: remark: loop stays sequential: 'x[column[k]]' and 'y[i]' may be the same memory [UnknownAlias]
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 4; k++)
      y[i] += x[column[k]];
}

// What the variable holds in the loop is not what it held in front of it.
void changing(double *a, int n) {
#pragma kasuri noalias(from, to)
  // CHECK: [[#@LINE+1]]:3: remark: loop stays sequential
  for (int i = 0; i < n; i++) {
    from = a;
    to[i] = dot(from, n);
  }
}

// Iterations that meet in one of the two meet.
void same(double *y, const double *x, int n) {
  KASURI_NO_ALIAS(x, y)
  // CHECK: [[#@LINE+1]]:3: remark: loop stays sequential: 'y[i]' is read in an iteration after the one that writes it (distance 1) [CarriedFlow]
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}
