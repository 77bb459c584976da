/* Values that are set again on one path, and read on another. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 200 };
static int in[N], out[N];

#define SET_SOME(t, m)                                                                                                \
  for (int i = 0; i < n; i++)                                                                                          \
    if (in[i] > (m)) {                                                                                                 \
      t = in[i] + i;                                                                                                   \
      out[i] += t;                                                                                                     \
    }

static int oneArm(int n, int m, int mode) {
  int t = -1;
  for (int i = 0; i < n; i++)
    if (in[i] > m) {
      t = in[i] + i;
      out[i] += t;
    }
  if (mode)
    t = 3;
  return t;
}

static int noTrips(int n, int m, int trips) {
  int t = -2;
  for (int i = 0; i < n; i++)
    if (in[i] > m) {
      t = in[i] + i;
      out[i] += t;
    }
  for (int i = 0; i < trips; i++)
    t = in[i];
  return t;
}

static int comesRound(int n, int m) {
  int t = 1, sum = 0;
  for (int j = 0; j < m; j++) {
    sum = sum * 3 + t;
    for (int i = 0; i < n; i++)
      if (in[i] == j + 4) {
        t = in[i] + i;
        out[i] += t;
      }
  }
  return sum;
}

static int comesBack(int n, int m) {
  int t = 1, sum = 0;
again:
  sum = sum * 3 + t;
  for (int i = 0; i < n; i++)
    if (in[i] == m + 4) {
      t = in[i] + i;
      out[i] += t;
    }
  if (m-- > 0)
    goto again;
  return sum;
}

static int fallsThrough(int n, int m, int mode) {
  int t = 1;
  for (int i = 0; i < n; i++)
    if (in[i] > m) {
      t = in[i] + i;
      out[i] += t;
    }
  switch (mode) {
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

static int breaks(int n, int m) {
  int t = 0, sum = 0;
  while (m-- > 0) {
    if (in[m] == 66)
      break;
    for (int i = 0; i < n; i++)
      if (in[i] > m + 80) {
        t = in[i] + i;
        out[i] += t;
      }
    if (in[m] > 40)
      continue;
    sum += t;
    t = 0;
  }
  return sum + t;
}

static int inMacro(int n, int m) {
  int t = 12;
  SET_SOME(t, m)
  return t;
}

static void note(int *at) { *at = -5; }
static int throughPointer(int n, int m) {
  int t;
  note(&t);
  for (int i = 0; i < n; i++)
    if (in[i] > m) {
      t = in[i] + i;
      out[i] += t;
    }
  return t;
}

static int keeps(int n, int m) {
  static int t = 9;
  int before = t;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++) {
      t = in[i] + k;
      out[i] += t;
    }
  return before;
}

static int ofCaller, later, atEnd, atError, seen[4];
static volatile sig_atomic_t got;
static int atSignal;
static void setsForCaller(int n, int m) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++) {
      ofCaller = in[i] + k;
      out[i] += ofCaller;
    }
}
static int setsBefore(int n, int m) {
  ofCaller = 3;
  setsForCaller(n, m);
  return ofCaller;
}
static void setsLater(int n, int m) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++) {
      later = in[i] + k;
      atEnd = later + 1;
      atSignal = later + 2;
      out[i] += later + atEnd + atSignal;
    }
}
static int readsLater(int m) {
  if (m > 1)
    later = 0;
  return later;
}
static void printEnd(void) { printf("at the end: %d\n", atEnd); }
static void onSignal(int number) { got = number + atSignal; }

static jmp_buf back;
static void fails(int m) {
  if (m)
    longjmp(back, 1);
}
static void setsForError(int n, int m) {
  for (int i = 0; i < n; i++)
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

static int partly(int n, int m) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++) {
      for (int j = 0; j < 4; j++)
        seen[j] = in[i] * j + k + 1;
      out[i] += seen[k & 3];
    }
  for (int j = 1; j < 4; j++)
    seen[j] = 0;
  return seen[0];
}

struct work {
  int count, row[8];
};
static int members(int n, int m) {
  struct work w;
  w.count = m;
  w.row[0] = w.count;
  for (int i = 0; i < n; i++)
    if (in[i] > m) {
      w.count = in[i];
      for (int j = 0; j < 8; j++)
        w.row[j] = w.count + j;
      out[i] += w.row[i & 7];
    }
  for (int j = 1; j < 8; j++)
    w.row[j] = n * j;
  return w.count + w.row[0] * 1000 + w.row[n & 7];
}

int main(int argc, char **argv) {
  (void)argv;
  atexit(printEnd);
  signal(SIGUSR1, onSignal);
  for (int i = 0; i < N; i++)
    in[i] = (i * 29 + argc) % 97;
  printf("%d %d\n", oneArm(N, 50, 0), oneArm(N, 50, argc));
  printf("%d %d\n", noTrips(N, 50, argc - 1), noTrips(N, 50, argc));
  printf("%d %d\n", comesRound(N, 5 + argc), comesBack(N, 5 + argc));
  printf("%d %d %d\n", fallsThrough(N, 60, argc - 1), fallsThrough(N, 60, argc), fallsThrough(N, 60, argc + 2));
  printf("%d %d %d\n", breaks(N, 90), inMacro(N, 70), throughPointer(N, 80));
  printf("%d %d\n", keeps(N, 2), keeps(N, 3));
  printf("%d\n", setsBefore(N, argc + 1));
  setsLater(N, argc + 1);
  raise(SIGUSR1);
  printf("%d %d\n", (int)got, readsLater(argc));
  printf("%d %d\n", catches(N, argc + 1), partly(N, argc + 1));
  printf("%d\n", members(N, 40 + argc));
  long long hash = 0;
  for (int i = 0; i < N; i++)
    hash = hash * 31 + out[i];
  printf("%lld\n", hash);
  return 0;
}
