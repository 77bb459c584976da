/* PARALLEL: 0 */
/* Helpers that do more than combine what they get the address of, or loops that look at it. */
#include <stdio.h>
#include <string.h>

#define N 800

struct best {
  int value, at, second, used;
};
union both {
  int whole;
  short half;
};

struct huge {
  int count;
  double room[100000];
};

static struct huge huge;
static int *kept, seen, global;
static int out[8];

static int term(int i) {
  return (i * 7919 ^ i << 3) & 1023;
}
static void add(int *sum, int v) {
  *sum += v;
}
static void multiply(int *product, int v) {
  *product = (int)((unsigned)*product * (unsigned)v);
}
static void add_peek(int *sum, int v) {
  *sum += v;
  seen = *sum;
}
static int add_get(int *sum, int v) {
  return *sum += v;
}
static void add_keep(int *sum, int v) {
  kept = sum;
  *sum += v;
}
static void add_two(unsigned *sum, unsigned *product, unsigned v) {
  *sum += v;
  *product *= v | 1;
}
static void add_deep(int *sum, int v) {
  if (v > 0)
    add_deep(sum, v / 2);
  *sum += v;
}
static void add_some(int *sum, int v) {
  if (!sum)
    return;
  *sum += v;
}
static void add_twice(unsigned *sum, unsigned v) {
  *sum += v;
  *sum *= 3;
}
static void add_float(float *sum, double v) {
  *sum += v;
}
static void add_double(double *sum, double v) {
  *sum += v;
}
static void add_volatile(volatile int *sum, int v) {
  *sum += v;
}
static void saturate(unsigned *bins, int b) {
  if (bins[b] < 5)
    bins[b]++;
}
static void last_best(struct best *b, int v, int at) {
  if (v >= b->value) {
    b->value = v;
    b->at = at;
  }
}
static void two_best(struct best *b, int v) {
  if (v > b->value) {
    b->second = b->value;
    b->value = v;
  }
}
static void count_better(struct best *b, int v) {
  if (v > b->value) {
    b->value = v;
    b->used++;
  }
}
static void halves(union both *u, int v) {
  u->whole += v;
  u->half ^= 1;
}
static void set_last(struct best *b, int v) {
  b->used += v;
  b->at = v;
}
static int with_global(int i) {
  return term(i) + (global & 1);
}
static void count_huge(struct huge *h, int v) {
  h->count += v & 1;
}
static void through(int *p, int *q) {
  for (int i = 0; i < N; i++) {
    add(p, term(i));
    multiply(q, 3);
  }
}

int main(void) {
  int sum = 0, same = 1, run = 0;
  unsigned bins[4] = {0}, wide = 7;
  double d = 0.1;
  float f = 0.1f;
  volatile int v = 0;
  struct best b = {0, 0, 0, 0};
  union both u = {0};
  for (int i = 0; i < N; i++)
    add_peek(&sum, term(i));
  printf("%d %d\n", sum, seen);
  for (int i = 0; i < N; i++)
    run ^= add_get(&sum, term(i));
  printf("%d %d\n", sum, run);
  for (int i = 0; i < N; i++)
    add_keep(&sum, term(i) + (kept ? *kept & 1 : 0));
  printf("%d\n", sum);
  through(&same, &same);
  printf("%d\n", same);
  for (int i = 0; i < N; i++)
    add_two(&wide, &wide, (unsigned)term(i));
  printf("%u\n", wide);
  for (int i = 0; i < N; i++)
    add_deep(&sum, term(i));
  printf("%d\n", sum);
  for (int i = 0; i < N; i++)
    add_some(&sum, term(i));
  printf("%d\n", sum);
  for (int i = 0; i < N; i++)
    add_twice(&wide, (unsigned)term(i));
  printf("%u\n", wide);
  for (int i = 0; i < N; i++)
    add_float(&f, term(i) * 1e-3);
  printf("%.9g\n", (double)f);
  for (int i = 0; i < N; i++) {
    add_double(&d, term(i) * 1e-3);
    add_double(&d, 1e-9 * i);
  }
  printf("%.17g\n", d);
  for (int i = 0; i < N; i++)
    for (int k = 0; k < i % 3; k++) {
      add_double(&d, k * 1e-7);
      add_double(&d, k * 1e-5);
    }
  printf("%.17g\n", d);
  for (int i = 0; i < N; i++)
    add_volatile(&v, term(i));
  for (int i = 0; i < N; i++)
    saturate(bins, term(i) & 3);
  printf("%d %u %u\n", v, bins[0], bins[3]);
  for (int i = 0; i < N; i++)
    last_best(&b, term(i) & 31, i);
  printf("%d %d\n", b.value, b.at);
  for (int i = 0; i < N; i++)
    two_best(&b, term(i));
  printf("%d %d\n", b.value, b.second);
  for (int i = 0; i < N; i++)
    count_better(&b, term(i) + i);
  printf("%d %d\n", b.value, b.used);
  for (int i = 0; i < N; i++)
    halves(&u, term(i));
  printf("%d\n", u.whole);
  for (int i = 0; i < N; i++)
    set_last(&b, term(i));
  printf("%d %d\n", b.used, b.at);
  for (int i = 0; i < N; i++) {
    add(&run, term(i));
    out[i & 7] = run;
  }
  printf("%d %d\n", run, out[3]);
  for (int i = 0; i < N && global < 300000; i++)
    add(&global, with_global(i));
  for (int i = 0; i < N; i++)
    add(&global, with_global(i));
  printf("%d\n", global);
  for (int i = 0; i < N; i++)
    count_huge(&huge, term(i));
  printf("%d\n", huge.count);
  void (*helper)(int *, int) = sum & 1 ? add : multiply;
  for (int i = 0; i < N; i++)
    helper(&sum, term(i) | 1);
  printf("%d\n", sum);
  sum = -2000000000;
  for (int i = 0; i < N; i++) {
    add(&sum, 2000000000);
    add(&sum, 2000000000);
    sum -= 2000000000;
    add(&sum, -2000000000);
  }
  printf("%d\n", sum);
  return 0;
}
