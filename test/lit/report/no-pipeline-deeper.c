// Where a pipeline would have to be cut in calls far below its loop, or in a function that calls itself, the remark says
// so. A call in a branch or an inner loop is a part of that statement.
// RUN: kasuri %s -o %t --cores=4 -Rkasuri -Rkasuri-missed -- -O2 2>&1 | FileCheck %s
#include <stdio.h>

enum { N = 64 };

typedef struct codec {
  unsigned work[N], gain;
} codec;

static unsigned level(const codec *c, unsigned sum) {
  for (int r = 0; r < 50; r++)
    for (int i = 1; i < N; i++)
      sum = sum * 31 + c->work[i] * c->work[i - 1];
  return sum;
}

static unsigned fifth(codec *c, unsigned from) {
  const unsigned found = level(c, from);
  c->gain = c->gain * 3 + found;
  return found;
}

static unsigned fourth(codec *c, unsigned from) {
  c->gain ^= from;
  return fifth(c, from); // FIFTH
}

static unsigned third(codec *c, unsigned from) {
  c->gain ^= from + 1;
  return fourth(c, from);
}

static unsigned second(codec *c, unsigned from) {
  c->gain ^= from + 2;
  return third(c, from);
}

static unsigned first(codec *c, unsigned from) {
  c->gain ^= from + 3;
  return second(c, from);
}

// CHECK: no pipeline: line [[#@LINE+3]] ({{.*}} of an iteration) hands on 'c->gain'{{.*}}; 'fifth', called on line 27, is too many calls below the loop and runs as a whole [NoPipeline]
static void far_below(codec *c, const unsigned *in) {
  for (int i = 0; in[i]; i++) {
    unsigned found = first(c, in[i]);
    printf("%u\n", found);
  }
}

static unsigned nested(codec *c, unsigned from) {
  const unsigned found = level(c, from ^ c->gain);
  c->gain = c->gain * 3 + found;
  if (found % 3 == 0)
    return found;
  return nested(c, found); // NESTED
}

// CHECK: no pipeline: line [[#@LINE+3]] ({{.*}} of an iteration) hands on 'c->gain'{{.*}}; 'nested', called on line 58, calls itself and runs as a whole [NoPipeline]
static void recursive(codec *c, const unsigned *in) {
  for (int i = 0; in[i]; i++) {
    unsigned found = nested(c, in[i]);
    printf("%u\n", found);
  }
}

static unsigned in_branch(codec *c, unsigned from) {
  c->gain ^= from;
  unsigned found = 0;
  if (from & 1)
    found = fifth(c, from);
  return found;
}

// CHECK: no pipeline: line [[#@LINE+3]] ({{.*}} of an iteration) hands on 'c->gain', which line [[#@LINE+3]] writes and the same line of the next iteration reads [NoPipeline]
static void all_in_branch(codec *c, const unsigned *in) {
  for (int i = 0; in[i]; i++) {
    unsigned found = in_branch(c, in[i]);
    printf("%u\n", found);
  }
}

int main(void) {
  static codec its;
  static unsigned in[100];
  for (int i = 0; i < 99; i++)
    scanf("%u", &in[i]);
  far_below(&its, in);
  recursive(&its, in);
  all_in_branch(&its, in);
  printf("%u\n", its.gain);
  return 0;
}
