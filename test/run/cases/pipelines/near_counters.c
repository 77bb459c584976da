/* PARALLEL: 1 */
/* Counters whose value at the end of an iteration is not known where it is read; but for `plain`. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 64, FRAMES = 100 };

static double table[N];

static double work(double *scratch, int k) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    scratch[i] = sin(table[i] * k) + i;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < 8; j++)
      sum = sum / 3 + scratch[(i + j) % N];
  return sum;
}

static void under_condition(void) {
  double scratch[N];
  int count = 0;
  for (int k = 0; k < FRAMES; k++) {
    int number = count;
    double sum = work(scratch, k + number);
    printf("%d %.6g\n", number, sum);
    if (sum > 8)
      count++;
  }
}

static void left_out(void) {
  double scratch[N];
  int count = 0;
  for (int k = 0; k < FRAMES; k++) {
    int number = count;
    double sum = work(scratch, k + number);
    printf("%d %.6g\n", number, sum);
    if (sum > 8)
      continue;
    count++;
  }
}

static void behind_jump(void) {
  double scratch[N];
  int count = 0;
  for (int k = 0; k < FRAMES; k++) {
    int number = count;
    double sum = work(scratch, k + number);
    printf("%d %.6g\n", number, sum);
    do {
      if (sum > 8)
        break;
      count++;
    } while (0);
  }
}

static void by_variable(void) {
  double scratch[N];
  int count = 0;
  for (int k = 0; k < FRAMES; k++) {
    int number = count;
    double sum = work(scratch, k + number);
    printf("%d %.6g\n", number, sum);
    count += sum > 8;
  }
}

static void started_again(void) {
  double scratch[N];
  int count = 0;
  for (int k = 0; k < FRAMES; k++) {
    int number = count;
    double sum = work(scratch, k + number);
    printf("%d %.6g\n", number, sum);
    count++;
    if (sum > 8)
      count = 0;
  }
}

static void cut_off(void) {
  double scratch[N];
  int count = 120;
  for (int k = 0; k < FRAMES; k++) {
    int number = count;
    double sum = work(scratch, k + number);
    printf("%d %.6g\n", number, sum);
    count = (signed char)count + 1;
  }
}

static void of_another(void) {
  double scratch[N];
  int count = 0, other = 7;
  for (int k = 0; k < FRAMES; k++) {
    int number = count;
    double sum = work(scratch, k + number);
    printf("%d %.6g\n", number, sum);
    count = other + 1;
    other += 3;
  }
  printf("%d\n", other);
}

static void in_loop(void) {
  double scratch[N];
  int count = 0;
  for (int k = 0; k < FRAMES; k++) {
    int number = count;
    double sum = work(scratch, k + number);
    printf("%d %.6g\n", number, sum);
    for (int i = 0; i < k % 5; i++)
      count++;
  }
}

static void conditional_value(void) {
  double scratch[N];
  int count = 0;
  for (int k = 0; k < FRAMES; k++) {
    int number = count;
    double sum = work(scratch, k + number);
    printf("%d %.6g\n", number, sum);
    (void)(sum > 8 && count++);
  }
}

static void is_true(void) {
  double scratch[N];
  _Bool seen = 0;
  for (int k = 0; k < FRAMES; k++) {
    int number = seen;
    double sum = work(scratch, k + number);
    printf("%d %.6g\n", number, sum);
    seen += 2;
  }
}

/* A label may be reached without the addition. */
static void behind_goto(void) {
  double scratch[N];
  int count = 0;
  for (int k = 0; k < FRAMES; k++) {
    int number = count;
    double sum = work(scratch, k + number);
    printf("%d %.6g\n", number, sum);
    {
      if (sum > 8)
        goto next;
      count++;
    next:
      count += 0;
    }
  }
}

/* In handles, each of a type of its own: what is true of one says nothing of another. */
#define HANDLE(name, member)                                                                                           \
  typedef struct name {                                                                                                \
    double *scratch;                                                                                                   \
    member;                                                                                                            \
  } name;                                                                                                              \
  static name *name##_new(void) {                                                                                      \
    name *h = calloc(1, sizeof *h);                                                                                    \
    if (h == NULL || (h->scratch = calloc(N, sizeof *h->scratch)) == NULL)                                             \
      exit(1);                                                                                                         \
    return h;                                                                                                          \
  }                                                                                                                    \
  static double name##_work(double *scratch, int k) {                                                                  \
    double sum = 0;                                                                                                    \
    for (int i = 0; i < N; i++)                                                                                        \
      scratch[i] = cos(table[i] * k) + i;                                                                              \
    for (int i = 0; i < N; i++)                                                                                        \
      for (int j = 0; j < 8; j++)                                                                                      \
        sum = sum / 3 + scratch[(i + j) % N];                                                                          \
    return sum;                                                                                                        \
  }

HANDLE(plain, int count)
static void run_plain(plain *h) {
  for (int k = 0; k < FRAMES; k++) {
    int number = h->count;
    double sum = plain_work(h->scratch, k + number);
    printf("%d %.6g\n", number, sum);
    h->count++;
  }
}

HANDLE(some_bits, unsigned count : 4; unsigned other : 4)
static void run_some_bits(some_bits *h) {
  for (int k = 0; k < FRAMES; k++) {
    int number = h->count;
    double sum = some_bits_work(h->scratch, k + number);
    printf("%d %.6g\n", number, sum);
    h->count++;
  }
}

HANDLE(by_callee, int count)
static void finish(by_callee *h, double sum) {
  if (sum > 8)
    h->count = 0;
}
static void run_by_callee(by_callee *h) {
  for (int k = 0; k < FRAMES; k++) {
    int number = h->count;
    double sum = by_callee_work(h->scratch, k + number);
    printf("%d %.6g\n", number, sum);
    h->count++;
    finish(h, sum);
  }
}

HANDLE(two_members, union { int all; unsigned char low; } count)
static void run_two_members(two_members *h) {
  for (int k = 0; k < FRAMES; k++) {
    int number = h->count.all;
    double sum = two_members_work(h->scratch, k + number);
    printf("%d %.6g\n", number, sum);
    h->count.all++;
    h->count.low = (unsigned char)(k % 5);
  }
}

int main(void) {
  for (int i = 0; i < N; i++)
    table[i] = i % 7;
  under_condition();
  left_out();
  behind_jump();
  by_variable();
  started_again();
  cut_off();
  of_another();
  in_loop();
  conditional_value();
  is_true();
  behind_goto();
  run_plain(plain_new());
  run_some_bits(some_bits_new());
  run_by_callee(by_callee_new());
  run_two_members(two_members_new());
  return 0;
}
