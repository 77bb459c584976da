// Functions with early returns are seen through: where each way to a return has found out enough, the result
// has ends. Without that a row of a matrix behind a pointer reaches into the next one.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s

static int clamp(int v, int low, int high) {
  if (v < low)
    return low;
  if (v > high)
    return high;
  return v;
}

static int set_up(int v) {
  int at = v;
  if (!(v >= 0))
    at = 0;
  else if (v > 15)
    at = 15;
  return at;
}

static int least(int a, int b) {
  if (a < b)
    return a;
  return b;
}

static int half(int v, int w) {
  if (v < 0 || w > 15)
    return 0;
  return v;
}

void rows(int *m, int n) {
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel
  for (int y = 0; y < n; y++)
    for (int x = -3; x < 40; x++)
      m[y * 16 + clamp(x, 0, 15)] += x;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int y = 0; y < n; y++)
    for (int x = -3; x < 40; x++)
      m[y * 16 + clamp(x, 0, 16)] += x;
  // It is between n and 15, or between 15 and n: a test shows whether that is shorter than a row.
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel guard(iterations access different parts of 'm[y * 16 + clamp(x, n, 15)]')
  for (int y = 0; y < n; y++)
    for (int x = -3; x < 40; x++)
      m[y * 16 + clamp(x, n, 15)] += x;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel
  for (int y = 0; y < n; y++)
    for (int x = 0; x < 40; x++)
      m[y * 16 + least(x, 15)] += x;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int y = 0; y < n; y++)
    for (int x = 0; x < 40; x++)
      m[y * 16 + half(x, y)] += x;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel
  for (int y = 0; y < n; y++)
    for (int x = -3; x < 40; x++)
      m[y * 16 + set_up(x)] += x;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int y = 0; y < n; y++)
    for (int x = -3; x < 40; x++)
      m[y * 16 + set_up(x) * 2] += x;
}
