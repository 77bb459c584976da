// Annotations that say nothing, or stand where they mean nothing, are errors.
// RUN: not kasuri %s -o %t/out 2>&1 | FileCheck %s
// RUN: not ls %t/out
#include <kasuri/annotations.h>

// CHECK: [[#@LINE+1]]:1: error: unknown annotation 'independant'
#pragma kasuri independant
// CHECK: [[#@LINE+1]]:1: error: an annotation begins with a word, such as 'independent'
#pragma kasuri
// CHECK: [[#@LINE+1]]:1: error: 'independent' takes no arguments
#pragma kasuri independent(3)
// CHECK: [[#@LINE+1]]:1: error: 'noalias' is written as 'noalias(a, b)'
#pragma kasuri noalias(a)
// CHECK: [[#@LINE+1]]:1: error: 'noalias' is written as 'noalias(a, b)'
#pragma kasuri noalias a, b
// CHECK: [[#@LINE+1]]:1: error: 'noalias' is written as 'noalias(a, b)'
#pragma kasuri noalias(a, a)
// CHECK: [[#@LINE+1]]:1: error: '1e30' is not a number of iterations
#pragma kasuri trip_count(1e30)
// CHECK: [[#@LINE+1]]:1: error: 'distinct' is written as 'distinct(table)'
#pragma kasuri distinct(a[3])
// CHECK: [[#@LINE+1]]:1: error: '-' is not a reduction operator: + * & | ^ min max
#pragma kasuri reduction(-: x)
// CHECK: [[#@LINE+1]]:1: error: 'reduction' is written as 'reduction(+ : x)'
#pragma kasuri reduction(+, x)
// CHECK: [[#@LINE+1]]:1: error: 'trip_count' is written as 'trip_count(1000)'
#pragma kasuri trip_count(many)
// CHECK: [[#@LINE+1]]:1: error: 'deadline' is written as 'deadline("33ms")'
#pragma kasuri deadline(33)
// CHECK: [[#@LINE+1]]:1: error: 'independent' must precede a loop
KASURI_INDEPENDENT
int values[10];

// CHECK: [[#@LINE+1]]:1: error: 'pure' must precede a function
KASURI_PURE
int number;

// CHECK: [[#@LINE+1]]:1: error: 'pointer' does not return a number, which a pure function must
KASURI_PURE
int *pointer(int);

int f(int *a, int n) {
  // CHECK: [[#@LINE+1]]:3: error: 'noalias(a, q)' names 'q', which is not a visible variable
  KASURI_NO_ALIAS(a, q)
  for (int i = 0; i < n; i++)
    a[i] = 0;
  // CHECK: [[#@LINE+1]]:3: error: {{.*}} names 'later', which is not a visible variable
  KASURI_NO_ALIAS(a, later)
  for (int i = 0; i < n; i++)
    a[i] = 0;
  int *later = a;
  // CHECK: [[#@LINE+1]]:3: error: 'n' is neither an array nor a pointer, which 'distinct' requires
  KASURI_DISTINCT(n)
  for (int i = 0; i < n; i++)
    a[i] = 0;
  // CHECK: [[#@LINE+1]]:3: error: 'a' is not a numeric variable, which 'reduction' requires
  KASURI_REDUCTION(+, a)
  for (int i = 0; i < n; i++)
    a[i] = 0;
  // CHECK: [[#@LINE+1]]:3: error: 'pure' must precede a function
  KASURI_PURE
  n++;
  // CHECK: [[#@LINE+1]]:3: error: 'independent' must precede a loop
  KASURI_INDEPENDENT { n++; }
  return n + *later;
  // CHECK: [[#@LINE+1]]:3: error: 'exclude' must precede a loop or a block
  KASURI_EXCLUDE
}
// CHECK-NOT: error
