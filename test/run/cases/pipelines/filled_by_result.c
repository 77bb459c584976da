// PARALLEL: 6
// What a function fills where its result says so, and leaves alone or half done otherwise: as in parsers.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 300, RECORDS = 60 };

typedef struct record {
  int kind, count;
  double value[N];
} record;

static int position;

/* Stands for input: a number for each record. */
static int get(void) { return position < RECORDS ? (position++ * 37) % 23 : -1; }

/* Input and output are in order, so only what fills a record can overlap. */
static void show(const record *r, int more) {
  double sum = r->kind + more;
  for (int i = 0; i < r->count; i++)
    sum = sum / 3 + r->value[N - 1 - i] * i;
  printf("%.9g\n", sum);
}

static void smooth(record *r) {
  for (int round = 0; round < 20; round++)
    for (int i = 1; i < N; i++)
      r->value[i] = (r->value[i] + r->value[i - 1] * round) / 5;
}

/* 0: not understood. */
static int parse(int from, record *r) {
  if (from % 5 == 0)
    return 0;
  r->kind = from;
  if (from % 7 == 0)
    return 0;
  r->count = N - from;
  for (int i = 0; i < N; i++)
    r->value[i] = (from * i) % 13;
  smooth(r);
  return 1;
}

static void parsers(void) {
  record r;
  int bad = 0;
  for (;;) {
    int from = get();
    if (from < 0)
      break;
    if (!parse(from, &r)) {
      bad++;
      continue;
    }
    show(&r, 0);
  }
  printf("%d bad\n", bad);
}

/* Negative: errors. The result is kept in a variable. */
static int read_record(int from, record *r) {
  if (from % 3 == 0)
    return -1;
  if (from % 4 == 0)
    return -2;
  memset(r->value, from, sizeof r->value / 2);
  r->kind = 3;
  r->count = N / 2;
  for (int i = 0; i < N; i++)
    r->value[i] = i % from;
  smooth(r);
  return from;
}

static void readers(void) {
  record r;
  for (;;) {
    int from = get();
    if (from < 0)
      break;
    int status = read_record(from, &r);
    if (status < 0)
      continue;
    show(&r, status);
  }
}

/* Through another function, and beside other conditions. */
static bool accept(int from, int limit, record *r) {
  if (from > limit || !parse(from, r))
    return false;
  r->kind++;
  return true;
}

static void acceptors(void) {
  record r;
  for (;;) {
    int from = get();
    if (from < 0)
      break;
    if (from != 11 && accept(from, 20, &r) && r.count > 3)
      show(&r, 1);
  }
}

/* Several results with which it is filled. */
static int classify(int from, record *r) {
  r->count = N;
  switch (from % 4) {
  case 0:
    return 4;
  case 1:
    r->kind = 1;
    for (int i = 0; i < N; i++)
      r->value[i] = i;
    return 1;
  default:
    break;
  }
  r->kind = 2;
  for (int i = 0; i < N; i++)
    r->value[i] = from - i;
  smooth(r);
  return from % 4 == 2 ? 2 : 3;
}

static void classes(void) {
  record r;
  for (;;) {
    int from = get();
    if (from < 0)
      break;
    const int class = classify(from, &r);
    if (class != 4)
      show(&r, class);
  }
}

/* A pointer says it. */
static record *fill(int from, record *r) {
  if (from % 6 == 5)
    return NULL;
  r->kind = from;
  r->count = N;
  for (int i = 0; i < N; i++)
    r->value[i] = from ^ i;
  smooth(r);
  return r;
}

static void pointers(void) {
  record r;
  for (;;) {
    int from = get();
    if (from < 0)
      break;
    if (fill(from, &r) == NULL)
      continue;
    show(&r, 0);
  }
}

/* All that leaves the loop early leaves it unfilled. */
static void returns(void) {
  record r;
  for (;;) {
    int from = get();
    if (from < 0)
      return;
    if (from % 2 == 0 || parse(from, &r) <= 0 || r.count == 1)
      continue;
    show(&r, 0);
  }
}

int main(void) {
  void (*const all[])(void) = {parsers, readers, acceptors, classes, pointers, returns};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    position = 0;
    all[i]();
  }
  return 0;
}
