// Static variables that each call of a function fills before it reads them are private to the call.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
#include <string.h>

enum { N = 1000, W = 16 };
static double in[N][W], out[N];

static void copy(double *to, const double *from) {
  for (int k = 0; k < W; k++)
    to[k] = from[W - 1 - k];
}

static double turned(const double *row) {
  static double part[W];
  copy(part, row);
  return part[0] * part[1] - part[W - 1];
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel automatic(part)
void fills(int n) {
  for (int i = 0; i < n; i++)
    out[i] = turned(in[i]);
}

static double of_struct(const double *row) {
  static struct {
    double low, high;
  } ends;
  double *low = &ends.low;
  *low = row[0] < row[1] ? row[0] : row[1];
  ends.high = row[2];
  return ends.high - *low;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel automatic(ends)
void fills_members(int n) {
  for (int i = 0; i < n; i++)
    out[i] = of_struct(in[i]);
}

static double all_but_one(const double *row) {
  static double part[W];
  for (int k = 1; k < W; k++)
    part[k] = row[k];
  return part[0] + part[1];
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void keeps_one(int n) {
  for (int i = 0; i < n; i++)
    out[i] = all_but_one(in[i]);
}

static double filled_once(const double *row) {
  static double part[W];
  if (row[0] > 0)
    copy(part, row);
  return part[3];
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void keeps_some(int n) {
  for (int i = 0; i < n; i++)
    out[i] = filled_once(in[i]);
}

static double *returns_it(const double *row) {
  static double part[W];
  copy(part, row);
  return part;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void looks_behind_the_call(int n) {
  for (int i = 0; i < n; i++)
    out[i] = returns_it(in[i])[2];
}

static double *places[N];

static double stores_it(const double *row, double **place) {
  static double part[W];
  copy(part, row);
  *place = part;
  return part[1];
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void looks_later(int n) {
  for (int i = 0; i < n; i++)
    out[i] = stores_it(in[i], &places[i]);
}

double last(void) { return places[0][1]; }

static double calls_itself(const double *row, int depth) {
  static double part[W];
  copy(part, row);
  double rest = depth > 0 ? calls_itself(row + 1, depth - 1) : 0;
  return rest + part[0];
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void calls_again(int n) {
  for (int i = 0; i < n; i++)
    out[i] = calls_itself(in[i] - 0, 0);
}

static double too_large(const double *row) {
  static double part[W][4000];
  for (int k = 0; k < W; k++)
    for (int j = 0; j < 4000; j++)
      part[k][j] = row[k] * j;
  return part[3][7];
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void no_place(int n) {
  for (int i = 0; i < n; i++)
    out[i] = too_large(in[i]);
}
