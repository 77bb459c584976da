// Values that a loop leaves behind and nobody reads before they are set again.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
#include <stdlib.h>
enum { N = 100 };
static int in[N], out[N];

static int branches(int n, int mode) {
  int i, k, t;
  if (mode) {
    // CHECK: loop {{.*}}:[[#@LINE+1]]:5 parallel private(k) private(t)
    for (i = 0; i < n; i++)
      for (k = 0; k < n; k++) {
        t = in[i] * k;
        out[i] += t;
      }
    return 0;
  }
  t = in[0];
  return t;
}

static void counters(int n, int m) {
  int i, k;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel private(k)
  for (i = 0; i < n; i++)
    for (k = 0; k < m; k++)
      out[i] += k;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel private(k)
  for (i = 0; i < n; i++)
    for (k = m; k > 0; k--)
      out[i] ^= k;
}

static void readBefore(int n, int m) {
  int t = in[0];
  out[0] = t;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel private(t)
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++) {
      t = in[i] + k;
      out[i] += t;
    }
}

static void comesRound(int n, int m) {
  int t;
  for (int j = 0; j < m; j++) {
    t = in[j];
    out[j % 2] = t;
    // CHECK: loop {{.*}}:[[#@LINE+1]]:5 parallel private(t)
    for (int i = 2; i < n; i++)
      if (in[i] > j) {
        t = in[i];
        out[i] = t;
      }
  }
}

static int breaks(int n, int m) {
  int t = 0, last = 0;
  while (m-- > 0) {
    if (in[m] < 0) {
      t = m;
      break;
    }
    // CHECK: loop {{.*}}:[[#@LINE+1]]:5 parallel private(t)
    for (int i = 0; i < n; i++)
      if (in[i] > m) {
        t = in[i];
        out[i] = t;
      }
    t = last;
  }
  return t;
}

static void jumps(int n, int m) {
  int t;
again:
  t = m;
  out[0] = t;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel private(t)
  for (int i = 1; i < n; i++)
    if (in[i] > m) {
      t = in[i];
      out[i] = t;
    }
  if (m-- > 0)
    goto again;
}

static int arms(int n, int m) {
  int t = 1;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel private(t)
  for (int i = 0; i < n; i++)
    if (in[i] > m) {
      t = in[i];
      out[i] = t;
    }
  switch (m) {
  case 0:
    t = 2;
  case 1:
    return m;
  default:
    t = 3;
  }
  return t;
}

// Globals that each function sets before it reads them.
static int part, parts[4];
static void first(int n, int m) {
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel private(part)
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++) {
      part = in[i] + k;
      out[i] += part;
    }
}
static void second(int n, int m) {
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel private(part) private(parts)
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++) {
      part = in[i] - k;
      for (int j = 0; j < 4; j++)
        parts[j] = part * j;
      out[i] += part + parts[k & 3];
    }
}
static int third(int n) {
  for (int j = 0; j < 4; j++)
    parts[j] = in[j];
  return parts[n & 3];
}

// An array of the function: the next loop fills it anew.
static void rows(int n, int m) {
  int row[16];
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel private(row)
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++) {
      for (int j = 0; j < 16; j++)
        row[j] = in[i] * j;
      out[i] += row[k & 15];
    }
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel private(row)
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++) {
      for (int j = 0; j < 16; j++)
        row[j] = in[i] + j;
      out[i] ^= row[k & 15];
    }
}

// Members of a structure of the function, and of one that all functions know.
struct work {
  int count, row[8];
};
static int members(int n, int m) {
  struct work w;
  w.count = m;
  w.row[0] = w.count;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel private(w){{$}}
  for (int i = 0; i < n; i++)
    if (in[i] > m) {
      w.count = in[i];
      for (int j = 0; j < 8; j++)
        w.row[j] = w.count + j;
      out[i] += w.row[i & 7];
    }
  w.count = n;
  for (int j = 0; j < 8; j++)
    w.row[j] = w.count * j;
  return w.count + w.row[n & 7];
}

int main(int argc, char **argv) {
  (void)argv;
  members(N, argc);
  branches(N, argc);
  counters(N, argc);
  readBefore(N, argc);
  comesRound(N, argc);
  breaks(N, argc);
  jumps(N, argc);
  arms(N, argc);
  first(N, argc);
  second(N, argc);
  rows(N, argc);
  return third(argc);
}
