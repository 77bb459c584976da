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
// CHECK: [[#@LINE+1]]:1: error: '1e30' is no number of iterations
#pragma kasuri trip_count(1e30)
// CHECK: [[#@LINE+1]]:1: error: 'distinct' is written as 'distinct(table)'
#pragma kasuri distinct(a[3])
// CHECK: [[#@LINE+1]]:1: error: '-' is no operation of a reduction: + * & | ^ min max
#pragma kasuri reduction(-: x)
// CHECK: [[#@LINE+1]]:1: error: 'reduction' is written as 'reduction(+ : x)'
#pragma kasuri reduction(+, x)
// CHECK: [[#@LINE+1]]:1: error: 'trip_count' is written as 'trip_count(1000)'
#pragma kasuri trip_count(many)
// CHECK: [[#@LINE+1]]:1: error: 'deadline' is written as 'deadline("33ms")'
#pragma kasuri deadline(33)
// CHECK: [[#@LINE+1]]:1: error: 'independent' belongs in front of a loop
KASURI_INDEPENDENT
int values[10];

// CHECK: [[#@LINE+1]]:1: error: 'pure' belongs in front of a function
KASURI_PURE
int number;

// CHECK: [[#@LINE+1]]:1: error: 'pointer' does not return a number, as a pure function does
KASURI_PURE
int *pointer(int);

int f(int *a, int n) {
  // CHECK: [[#@LINE+1]]:3: error: there is no variable 'q' here, which 'noalias(a, q)' names
  KASURI_NO_ALIAS(a, q)
  for (int i = 0; i < n; i++)
    a[i] = 0;
  // CHECK: [[#@LINE+1]]:3: error: there is no variable 'later' here
  KASURI_NO_ALIAS(a, later)
  for (int i = 0; i < n; i++)
    a[i] = 0;
  int *later = a;
  // CHECK: [[#@LINE+1]]:3: error: 'n' is no array and no pointer, as 'distinct' needs
  KASURI_DISTINCT(n)
  for (int i = 0; i < n; i++)
    a[i] = 0;
  // CHECK: [[#@LINE+1]]:3: error: 'a' is no variable of a number, as 'reduction' needs
  KASURI_REDUCTION(+, a)
  for (int i = 0; i < n; i++)
    a[i] = 0;
  // CHECK: [[#@LINE+1]]:3: error: 'pure' belongs in front of a function
  KASURI_PURE
  n++;
  // CHECK: [[#@LINE+1]]:3: error: 'independent' belongs in front of a loop
  KASURI_INDEPENDENT { n++; }
  return n + *later;
  // CHECK: [[#@LINE+1]]:3: error: 'exclude' belongs in front of a loop or a block
  KASURI_EXCLUDE
}
// CHECK-NOT: error
