/* PARALLEL: 16
 * Code behind a condition that stays the same in a loop, tested in front of it; both outcomes run. */
#include <stdio.h>
#include <stdlib.h>

#define N 3000
typedef struct {
  int verbose;
  unsigned char level;
  void (*hook)(int);
} options;

static double a[N], b[N];
static int debug;

static double work(double x) {
  for (int k = 0; k < 20; k++)
    x = x * 0.5 + k;
  return x;
}

static void step(const options *o, int i) {
  if (o->verbose)
    printf("step %d\n", i);
  a[i] = work(b[i]);
}

static void outer_step(const options *o, int i) {
  step(o, i);
  if (o->level >= 3)
    abort();
}

static void check(int i) {
  if (debug > 1) {
    printf("check %d\n", i);
    exit(3);
  }
  a[i] = work(i);
}

static void quiet_unless(int i, int loud) {
  a[i] += work(i);
  if (!loud)
    return;
  printf("loud %d\n", i);
}

static void print(int i) { printf("hook %d\n", i); }

void parameter(int verbose, int n) {
  for (int i = 0; i < n; i++) {
    a[i] = work(b[i]);
    if (verbose)
      printf("%d\n", i);
  }
}

void member(const options *o, int n) {
  for (int i = 0; i < n; i++) {
    if (o->verbose)
      printf("%d\n", i);
    a[i] = work(b[i]);
  }
}

void deep(const options *o, int n) {
  for (int i = 0; i < n; i++)
    outer_step(o, i);
}

void global(int n) {
  for (int i = 0; i < n; i++)
    check(i);
}

void nullable(FILE *log, int n) {
  for (int i = 0; i < n; i++) {
    a[i] = work(b[i]);
    if (log != NULL)
      fprintf(log, "%d\n", i);
  }
}

/* The second condition is none of the guard: it may trap where the first fails. */
void short_circuit(const options *o, int on, int divisor, int n) {
  for (int i = 0; i < n; i++) {
    if (on && o->verbose)
      printf("%d\n", i);
    if (on && i / divisor == 3)
      a[i] += a[0];
    a[i] += work(b[i]);
  }
}

void called(const options *o, int n) {
  for (int i = 0; i < n; i++) {
    a[i] += work(b[i]);
    if (o->hook)
      o->hook(i);
  }
}

void returned(int loud, int n) {
  for (int i = 0; i < n; i++)
    quiet_unless(i, loud);
}

void either(int verbose, int trace, int n) {
  for (int i = 0; i < n; i++) {
    if (verbose || (trace > 2 && a[i] > 1e9))
      printf("%d\n", i);
    a[i] = work(a[i]);
  }
}

/* The chain from one iteration to the next is behind a condition. */
void smoothed(int smooth, int n) {
  for (int i = 1; i < n; i++) {
    a[i] += work(b[i]);
    if (smooth)
      a[i] += a[i - 1];
  }
}

void nested(int verbose, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i % 3; j++) {
      if (verbose)
        printf("%d %d\n", i, j);
      a[i] += work(j);
    }
}

/* The member is read only if the inner loop runs. */
void inner(const options *o, int m, int n) {
  for (int i = 0; i < n; i++) {
    a[i] += work(i);
    for (int j = 0; j < m; j++)
      if (o->verbose)
        printf("%d %d\n", i, j);
  }
}

/* Another member is surely read, by other words. */
typedef struct state {
  const options *settings;
  int level;
} state;
static double rounds(const state *s, int n) {
  double all = 0;
  for (int k = 0; k < n; k++) {
    if (s->settings->verbose)
      printf("round %d\n", k);
    all += work(k);
  }
  return all;
}
void by_other_words(const options *o, int n) {
  for (int i = 0; i < n; i++) {
    const state s = {o, o->level};
    a[i] += rounds(&s, i % 3) + s.level;
  }
}

/* The call of itself has the condition of its own. */
static int again(const options *o, int from, int deep) {
  if (deep > 0 && o->level == 7)
    return again(o, from + 1, deep - 1);
  for (int i = from; i < 100; i++) {
    if (o->verbose)
      printf("again %d\n", i);
    a[i] += work(b[i]);
  }
  return from;
}

static double sum(void) {
  double all = 0;
  for (int i = 0; i < N; i++)
    all += a[i];
  return all;
}

int main(void) {
  for (int round = 0; round < 2; round++) {
    options o = {round, 1, round ? print : NULL};
    int n = round ? 40 : N;
    for (int i = 0; i < N; i++)
      b[i] = i % 7;
    parameter(round, n);
    member(&o, n);
    deep(&o, n);
    global(n);
    nullable(round ? stdout : NULL, n);
    short_circuit(round ? &o : (options *)8, round, round, n);
    called(&o, n);
    returned(round, n);
    either(round, 3 * round, n);
    smoothed(round, n);
    nested(round, n);
    inner((options *)8, 0, n);
    inner(&o, 2, n);
    member((options *)8, 0);
    by_other_words(&o, n);
    by_other_words((options *)8, 0);
    o.level = 7;
    printf("%d\n", again(&o, round ? 95 : 0, 3));
    printf("%g\n", sum());
  }
  debug = 2;
  global(N);
  return 0;
}
