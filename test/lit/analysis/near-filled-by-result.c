// What a function fills, as its result says: but the result says less, or is not what is tested.
// RUN: kasuri %s --dump=analysis --stop-after=analysis | FileCheck %s --check-prefix=FILLED
// FILLED: pipeline private(r)
// RUN: for near in $(seq 15); do kasuri %s --dump=analysis --stop-after=analysis -- -DNEAR=$near || exit 1; done \
// RUN:   | FileCheck %s
// CHECK-NOT: private(r)
#include <stdio.h>
#include <string.h>

#ifndef NEAR
#define NEAR 0
#endif

enum { N = 300 };

typedef struct record {
  int count;
  double value[N];
} record;

static double work(const record *r) {
  double sum = 0;
  for (int round = 0; round < 20; round++)
    for (int i = 0; i < r->count; i++)
      sum = sum / 3 + r->value[N - 1 - i] * i;
  return sum;
}

#if NEAR == 5 || NEAR == 10
static int parse(int from, record *r) {
  if (from % 5 == 0)
    return 256;
#elif NEAR == 9
static signed char parse(int from, record *r) {
  if (from % 5 == 0)
    return (signed char)256;
#elif NEAR == 11
static unsigned parse(int from, record *r) {
  if (from % 5 == 0)
    return 4294967295u;
#else
static int parse(int from, record *r) {
  if (from % 5 == 0)
    return 0;
#endif
#if NEAR == 1 // a result like that of one that was filled
  if (from % 7 == 0)
    return 2;
#elif NEAR == 2
  if (from % 7 == 0)
    return from;
#elif NEAR == 12
  if (from % 7 == 0)
    goto out;
#endif
  r->count = N - from % N;
  for (int i = 0; i < N; i++)
    r->value[i] = (from * i) % 13;
#if NEAR == 12
out:
#endif
  return 1;
}

int main(void) {
  record r, other;
  (void)other;
  int from;
#if NEAR == 7
  int status;
#endif
  while (scanf("%d", &from) == 1) {
#if NEAR == 3 // the test lets 0 pass
    if (parse(from, &r) < 0)
      continue;
#elif NEAR == 4
    if (parse(from, &r) + 1 == 0)
      continue;
#elif NEAR == 5 // a byte of it
    if ((char)parse(from, &r) == 1)
      continue;
#elif NEAR == 6 // another record
    if (from > 9)
      parse(from, &r);
    if (!parse(from, &other))
      continue;
#elif NEAR == 7 // not in each iteration
    if (from > 9)
      status = parse(from, &r);
    if (!status)
      continue;
#elif NEAR == 8 // not the result alone
    int status = parse(from, &r);
    if (from > 9)
      status = from & 1;
    if (!status)
      continue;
#elif NEAR == 9 // 0 after its conversion
    if (parse(from, &r) != 0)
      continue;
#elif NEAR == 10
    if (parse(from, &r) > 300)
      continue;
#elif NEAR == 11 // less than 0 as a signed number
    if ((int)parse(from, &r) > 1)
      continue;
#elif NEAR == 13 // on one of two ways
    if (from > 9)
      r.count = 3;
    else if (!parse(from, &r))
      continue;
#elif NEAR == 14 // read in front of the call
    if (r.count == 1 || !parse(from, &r))
      continue;
#elif NEAR == 15 // read where it has not filled the record
    const int bad = !parse(from, &r) && r.count == 1;
    memset(&r, bad, sizeof r);
#else
    if (!parse(from, &r))
      continue;
#endif
    double sum = work(&r);
    printf("%.9g\n", sum);
  }
  return 0;
}
