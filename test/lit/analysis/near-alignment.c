// Loops of which any iterations may depend on each other, or whose iterations do not lie side by side, are not aligned.
// RUN: kasuri %s --dump=analysis --stop-after=analysis | FileCheck %s --implicit-check-not=aligned
#include <stdio.h>
#define N 1000
double a[2 * N + 2], b[2 * N + 2], c[2 * N + 2];
int order[N];
struct span {
  int n;
} span;

// CHECK-LABEL: loop {{.*}}near-alignment.c
void reversed(int n) {
  for (int i = 0; i < n; i++)
    b[i] = a[i];
  // CHECK: order {{.*}}:[[#@LINE+1]]:3 b[i]{{$}}
  for (int i = 0; i < n; i++)
    c[i] = b[n - 1 - i];
}
void other_direction(int n) {
  for (int i = 0; i < n; i++)
    b[i] = a[i];
  // CHECK: order {{.*}}:[[#@LINE+1]]:3 b[i]{{$}}
  for (int i = n - 1; i >= 0; i--)
    c[i] = b[i];
}
void other_trips(int n, int k) {
  for (int i = 0; i < n; i++)
    b[i] = a[i];
  // CHECK: order {{.*}}:[[#@LINE+1]]:3 b[i]{{$}}
  for (int i = 0; i < k; i++)
    c[i] = b[i];
}
void one_more(int n) {
  for (int i = 0; i < n; i++)
    b[i] = a[i];
  // CHECK: order {{.*}}:[[#@LINE+1]]:3 b[i]{{$}}
  for (int i = 0; i <= n; i++)
    c[i] = b[i];
}
void half(int n) {
  for (int i = 0; i < n; i += 2)
    b[i] = a[i];
  // CHECK: order {{.*}}:[[#@LINE+1]]:3 b[i]{{$}}
  for (int i = 0; i < n; i += 3)
    c[i] = b[i];
}
void changed_between(int n) {
  for (int i = 0; i < n; i++)
    b[i] = a[i];
  n--;
  // CHECK: order {{.*}}:[[#@LINE+1]]:3 b[i]{{$}}
  for (int i = 0; i < n; i++)
    c[i] = b[i];
}
void changed_by_call(void) {
  for (int i = 0; i < span.n; i++)
    b[i] = a[i];
  scanf("%d", &span.n);
  // CHECK: order {{.*}}:[[#@LINE+1]]:3 b[i]{{$}}
  for (int i = 0; i < span.n; i++)
    c[i] = b[i];
}
void indirect(int n) {
  for (int i = 0; i < n; i++)
    b[i] = a[i];
  // CHECK: order {{.*}}:[[#@LINE+1]]:3 b[i]{{$}}
  for (int i = 0; i < n; i++)
    c[i] = b[order[i]];
}
void alias(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++)
    b[i] = a[i];
  // CHECK: order {{.*}}:[[#@LINE+1]]:3 {{.*$}}
  for (int i = 0; i < n; i++)
    c[i] = x[i] + y[i];
}
void scaled(int n) {
  for (int i = 0; i < n; i++)
    b[i] = a[i];
  // CHECK: order {{.*}}:[[#@LINE+1]]:3 b[i]{{$}}
  for (int i = 0; i < n; i++)
    c[i] = b[2 * i];
}
void one_element(int n) {
  for (int i = 0; i < n; i++)
    b[i] = a[i];
  // CHECK: order {{.*}}:[[#@LINE+1]]:3 b[i]{{$}}
  for (int i = 0; i < n; i++)
    c[i] = b[i] + b[5];
}
void far_away(int n) {
  for (int i = 0; i < n; i++)
    b[i] = a[i];
  // CHECK: order {{.*}}:[[#@LINE+1]]:3 b[i]{{$}}
  for (int i = 0; i < n; i++)
    c[i] = b[i + 65];
}
void more_than_half(void) {
  for (int i = 0; i < 48; i++)
    b[i] = a[i];
  // CHECK: order {{.*}}:[[#@LINE+1]]:3 b[i]{{$}}
  for (int i = 0; i < 48; i++)
    c[i] = b[i] + b[i + 25];
}
double reduced(int n) {
  double most = 0;
  for (int i = 0; i < n; i++) {
    b[i] = a[i];
    if (a[i] > most)
      most = a[i];
  }
  // CHECK: order {{.*}}:[[#@LINE+1]]:3 {{.*$}}
  for (int i = 0; i < n; i++)
    c[i] = b[i] / most;
  return most;
}
void last_value(int n) {
  double t = 0;
  for (int i = 0; i < n; i++) {
    t = a[i];
    b[i] = t * t;
  }
  // CHECK: order {{.*}}:[[#@LINE+1]]:3 {{.*$}}
  for (int i = 0; i < n; i++)
    c[i] = b[i] + t;
}
void head_reads(int n) {
  for (int i = 0; i < n; i++)
    order[i] = n;
  // CHECK: order {{.*}}:[[#@LINE+1]]:3 order[i]{{$}}
  for (int i = 0; i < order[0]; i++)
    c[i] = order[i];
}
void sequential(int n) {
  for (int i = 1; i < n; i++)
    b[i] = b[i - 1] + a[i];
  // CHECK: order {{.*}}:[[#@LINE+1]]:3 {{.*$}}
  for (int i = 1; i < n; i++)
    c[i] = b[i];
}
