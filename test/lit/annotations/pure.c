// Calls of functions that are promised to be pure do nothing but compute, with their source or without.
// RUN: kasuri %s -Rkasuri -Rkasuri-missed --cores=2 --min-gain=0 -o %t/out 2>&1 | FileCheck %s
#include <kasuri/annotations.h>
#include <stdio.h>
#include <stdlib.h>

double unknown(double);
KASURI_PURE
double weight(double);
KASURI_PURE
double sum(const double *x, int n);

double out[1000], in[1000];
int calls, verbose;

void without(int n) {
  // CHECK: [[#@LINE+2]]:3: remark: loop stays sequential: {{.*}}'unknown'
  // CHECK: help: compile the source of 'unknown' together with this file, or promise with KASURI_PURE that it only computes
  for (int i = 0; i < n; i++)
    out[i] = unknown(in[i]);
}

void promised(int n) {
  // CHECK: [[#@LINE+1]]:3: remark: loop runs in parallel: doall over 'i'; relies on 'pure' at {{.*}}pure.c:8 [Doall]
  for (int i = 0; i < n; i++)
    out[i] = weight(in[i]);
}

// It reads what it gets the address of.
void reads(int n) {
  // CHECK: [[#@LINE+1]]:3: remark: loop stays sequential
  for (int i = 0; i < n; i++)
    out[i] = weight(in[i]) + sum(out, n);
}

KASURI_PURE
static double traced(double x) {
  if (verbose) {
    printf("%g\n", x);
    calls++;
  }
  if (x < 0)
    exit(1);
  for (int k = 0; k < 100000; k++)
    x = x / 2 + 1;
  return x / 2;
}

void with(int n) {
  // CHECK: [[#@LINE+1]]:3: remark: loop runs in parallel: doall over 'i'; relies on 'pure' at {{.*}}pure.c:[[#@LINE-14]] [Doall]
  for (int i = 0; i < n; i++)
    out[i] = traced(in[i]);
}

// A promise that is kept for all to see is not relied on.
KASURI_PURE
static double half(double x) { return x / 2; }

void seen(int n) {
  // CHECK: [[#@LINE+1]]:3: remark: loop runs in parallel: doall over 'i' [Doall]
  for (int i = 0; i < n; i++)
    out[i] = half(in[i]);
}

// Statements that call them run beside each other.
static double one, other;

void beside(void) {
  // CHECK: [[#@LINE+1]]:3: remark: statements run in parallel: 2 macro-tasks; {{.*}}; relies on 'pure' at {{.*}}pure.c:36 [MacroTasks]
  one = traced(in[0]);
  other = traced(in[1]);
}
