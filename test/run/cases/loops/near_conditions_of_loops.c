/* PARALLEL: 2
 * Conditions that differ in the loop, or may not be tested in front of it: only the two loops of
 * main run in parallel. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#define N 1000
typedef struct node {
  int verbose;
  int *flag;
} options;

static double a[N], b[N];
static int once, other;
static volatile int seen;
static volatile sig_atomic_t stop;
static void raised(int number) { stop = number; }

static void first_only(int i) {
  if (once) {
    printf("first %d\n", i);
    once = 0;
  }
  a[i] = b[i];
}

static void through(int *flag, int i) {
  if (i == 5)
    *flag = 1;
}

static void local_flag(int verbose) {
  for (int i = 0; i < N; i++) {
    if (verbose)
      printf("%d\n", i);
    verbose = i == 3;
    a[i] = b[i];
  }
}

static void by_callee(void) {
  for (int i = 0; i < N; i++)
    first_only(i);
}

static void by_alias(options *o, int *p) {
  for (int i = 0; i < N; i++) {
    if (o->verbose)
      printf("alias %d\n", i);
    through(p, i);
    if (i > 7)
      *p = 0;
    a[i] = b[i];
  }
}

static void by_volatile(void) {
  for (int i = 0; i < N; i++) {
    if (seen)
      printf("seen %d\n", i);
    a[i] = b[i];
  }
}

static void by_handler(void) {
  for (int i = 0; i < N; i++) {
    if (stop)
      printf("stop %d\n", i);
    if (i == 9)
      raise(SIGINT);
    if (i == 11)
      stop = 0;
    a[i] = b[i];
  }
}

/* The pointer is only valid where the first condition holds. */
static void short_circuit(const int *valid, options *const *all) {
  for (int i = 0; i < N; i++) {
    if (valid[i] && all[0]->verbose)
      printf("short %d\n", i);
    a[i] = b[i];
  }
}

/* The flag is read in the second iteration only, through a pointer that is wrong before. */
static void late(const options *o, int n) {
  for (int i = 0; i < n; i++) {
    if (i > n)
      if (o->verbose)
        printf("late %d\n", i);
    a[i] = b[i];
  }
}

/* It changes only where it holds. */
static void changes_itself(void) {
  for (int i = 0; i < N; i++) {
    if (once)
      once++;
    a[i] = b[i];
  }
}

/* What the outer call tests changes in the inner one. */
static int depth(int n, options *o) {
  for (int i = 0; i < 3; i++) {
    if (o->verbose)
      printf("depth %d %d\n", n, i);
    if (n > 0)
      depth(n - 1, o);
    o->verbose = i == n;
  }
  return n;
}

/* The condition is not what ends it. */
static void other_exit(int check) {
  for (int i = 0; i < N; i++) {
    if (check)
      printf("check %d\n", i);
    if (b[i] < 0)
      exit(1);
    a[i] = b[i];
  }
}

/* The exit in front of the read keeps it from being wrong. */
static void exit_first(const options *o) {
  for (int i = 0; i < N; i++) {
    if (b[i] > 5)
      exit(2);
    if (o->verbose)
      printf("verbose %d\n", i);
    a[i] = b[i];
  }
}

int main(void) {
  static options o;
  options *wrong[1] = {(options *)8};
  static int valid[N];
  for (int i = 0; i < N; i++)
    b[i] = i % 5;
  once = 1;
  local_flag(1);
  by_callee();
  by_alias(&o, &o.verbose);
  by_alias(&o, &other);
  by_volatile();
  signal(SIGINT, raised);
  by_handler();
  short_circuit(valid, wrong);
  late(wrong[0], N);
  changes_itself();
  o.verbose = 1;
  depth(2, &o);
  other_exit(1);
  double s = 0;
  for (int i = 0; i < N; i++)
    s += a[i];
  printf("%g\n", s);
  fflush(stdout);
  b[0] = 6;
  exit_first(wrong[0]);
  return 0;
}
