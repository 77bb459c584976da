// Values that a loop leaves behind and somebody may read, if only on one path.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 100 };
static int in[N], out[N];

static int oneArm(int n, int mode) {
  int t = -1;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel private(t, last value, if set)
  for (int i = 0; i < n; i++)
    if (in[i] > mode) {
      t = in[i];
      out[i] = t;
    }
  if (mode)
    t = 3;
  return t;
}

// The loop that would set it anew may have no iterations.
static int noTrips(int n, int m) {
  int t = -1;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel private(t, last value, if set)
  for (int i = 0; i < n; i++)
    if (in[i] > m) {
      t = in[i];
      out[i] = t;
    }
  for (int i = 0; i < m; i++) {
    t = in[i];
    out[i] ^= t;
  }
  return t;
}

static void comesRound(int n, int m) {
  int t = 0;
  for (int j = 0; j < m; j++) {
    out[0] += t;
    // CHECK: loop {{.*}}:[[#@LINE+1]]:5 parallel private(t, last value, if set)
    for (int i = 1; i < n; i++)
      if (in[i] > j) {
        t = in[i];
        out[i] = t;
      }
  }
}

static void comesRoundToTest(int n) {
  int t = 5;
  do {
    // CHECK: loop {{.*}}:[[#@LINE+1]]:5 parallel private(t, last value, if set)
    for (int i = 1; i < n; i++)
      if (in[i] > n) {
        t = in[i] & 1;
        out[i] = t;
      }
  } while (t);
}

static int breaks(int n, int m) {
  int t = 0;
  while (m-- > 0) {
    if (in[m] < 0)
      break;
    // CHECK: loop {{.*}}:[[#@LINE+1]]:5 parallel private(t, last value, if set)
    for (int i = 0; i < n; i++)
      if (in[i] > m) {
        t = in[i];
        out[i] = t;
      }
    if (in[m] > 7)
      continue;
    t = 0;
  }
  return t;
}

static void jumps(int n, int m) {
  int t = m;
again:
  out[0] += t;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel private(t, last value, if set)
  for (int i = 1; i < n; i++)
    if (in[i] > m) {
      t = in[i];
      out[i] = t;
    }
  if (m-- > 0)
    goto again;
}

static int leaves(int n, int m) {
  int t = m;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel private(t, last value, if set)
  for (int i = 1; i < n; i++)
    if (in[i] > m) {
      t = in[i];
      out[i] = t;
    }
  if (m)
    goto end;
  t = 0;
end:
  return t;
}

static int fallsThrough(int n, int m) {
  int t = 1;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel private(t, last value, if set)
  for (int i = 0; i < n; i++)
    if (in[i] > m) {
      t = in[i];
      out[i] = t;
    }
  switch (m) {
  case 0:
    t = 2;
    break;
  case 1:
    m = 4;
  case 2:
    out[0] = m;
  }
  return t;
}

static int skipsSetting(int n, int m) {
  int t = 1;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel private(t, last value, if set)
  for (int i = 0; i < n; i++)
    if (in[i] > m) {
      t = in[i];
      out[i] = t;
    }
  return (m && (t = 4)) + t;
}

// By pointer: not its name, but its memory is read.
static void note(int *at) { *at = -1; }
static int throughPointer(int n, int m) {
  int t;
  note(&t);
  // CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
  // CHECK-NEXT: [LiveOut]
  for (int i = 0; i < n; i++)
    if (in[i] > m) {
      t = in[i];
      out[i] = t;
    }
  return t;
}

// A static variable keeps its value from call to call.
static void keeps(int n, int m) {
  static int t;
  out[0] = t;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 1; i < n; i++)
    for (int k = 0; k < m; k++) {
      t = in[i] + k;
      out[i] += t;
    }
}

// A caller reads it, though it has set it itself before the call.
static int ofCaller;
static void setsForCaller(int n, int m) {
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 1; i < n; i++)
    for (int k = 0; k < m; k++) {
      ofCaller = in[i] + k;
      out[i] += ofCaller;
    }
}
static void setsBefore(int n, int m) {
  ofCaller = 3;
  setsForCaller(n, m);
  out[0] += ofCaller;
}

// A function that runs later reads it.
static int later, atEnd, atSignal, atError, seen[4];
static void setsLater(int n, int m) {
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 1; i < n; i++)
    for (int k = 0; k < m; k++) {
      later = in[i] + k;
      out[i] += later;
    }
}
static int readsLater(int m) {
  if (m)
    later = 0;
  return later;
}

static void printEnd(void) { printf("%d\n", atEnd); }
static void setsAtEnd(int n, int m) {
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 1; i < n; i++)
    for (int k = 0; k < m; k++) {
      atEnd = in[i] + k;
      out[i] += atEnd;
    }
}

static void onSignal(int number) { out[0] = atSignal + number; }
static void setsAtSignal(int n, int m) {
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 1; i < n; i++)
    for (int k = 0; k < m; k++) {
      atSignal = in[i] + k;
      out[i] += atSignal;
    }
}

// The call between the loop and the store that overwrites its value may not come back.
static jmp_buf back;
static void fails(int m) {
  if (m)
    longjmp(back, 1);
}
static void setsForError(int n, int m) {
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 1; i < n; i++)
    for (int k = 0; k < m; k++) {
      atError = in[i] + k;
      out[i] += atError;
    }
  fails(m);
  atError = 0;
}
static int catches(int n, int m) {
  atError = 0;
  if (setjmp(back))
    return atError;
  setsForError(n, m);
  return 0;
}

// Only a part of the array is filled anew.
static int partly(int n, int m) {
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 1; i < n; i++)
    for (int k = 0; k < m; k++) {
      for (int j = 0; j < 4; j++)
        seen[j] = in[i] * j + k;
      out[i] += seen[k & 3];
    }
  for (int j = 1; j < 4; j++)
    seen[j] = 0;
  return seen[m & 3];
}

// One member is read, or one element.
struct work {
  int count, row[8];
};
static int members(int n, int m) {
  struct work w;
  w.count = m;
  w.row[0] = w.count;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential private(w.row[j])
  for (int i = 0; i < n; i++)
    if (in[i] > m) {
      w.count = in[i];
      for (int j = 0; j < 8; j++)
        w.row[j] = w.count + j;
      out[i] += w.row[i & 7];
    }
  for (int j = 0; j < 8; j++)
    w.row[j] = w.count * j;
  return w.count + w.row[n & 7];
}
static int elements(int n, int m) {
  struct work w = {m, {m}};
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential private(w.count)
  for (int i = 0; i < n; i++)
    if (in[i] > m) {
      w.count = in[i];
      for (int j = 0; j < 8; j++)
        w.row[j] = w.count + j;
      out[i] += w.row[i & 7];
    }
  for (int j = 1; j < 8; j++)
    w.row[j] = n * j;
  return w.row[n & 7];
}

int main(int argc, char **argv) {
  (void)argv;
  members(N, argc);
  elements(N, argc);
  atexit(printEnd);
  signal(SIGUSR1, onSignal);
  oneArm(N, argc);
  noTrips(N, argc);
  comesRound(N, argc);
  comesRoundToTest(N);
  breaks(N, argc);
  jumps(N, argc);
  leaves(N, argc);
  fallsThrough(N, argc);
  skipsSetting(N, argc);
  throughPointer(N, argc);
  keeps(N, argc);
  setsBefore(N, argc);
  setsLater(N, argc);
  setsAtEnd(N, argc);
  setsAtSignal(N, argc);
  catches(N, argc);
  partly(N, argc);
  return readsLater(argc);
}
