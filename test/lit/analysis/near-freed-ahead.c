// What an iteration frees, no code behind a failing exit may use: also not to store, or to free it again. Nor may it
// read what only one iteration writes.
// RUN: kasuri %s --dump=analysis --stop-after=analysis | grep -v '^order' | FileCheck %s
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1000, SIZE = 2000 };
static unsigned char *freed[N], *stored[N], *alone[N], *written[N], *changed[N];
static unsigned results[N];
static FILE *to;

static unsigned work(const unsigned char *p) {
  unsigned h = 1;
  for (int i = 0; i < SIZE; i++)
    h = h * 31 + p[i];
  return h;
}

// CHECK: loop {{.*}}:[[#@LINE+5]]:3 sequential
// CHECK: pipeline exit([[#@LINE+7]])
// CHECK-NEXT: in order: head
// CHECK-NEXT: in order: [[#@LINE+4]] [[#@LINE+5]]
static void free_again(int k) {
  for (; k < N; k++) {
    unsigned h = work(freed[k]);
    free(freed[k]);
    if (fprintf(to, "%u\n", h) < 0)
      break;
  }
  for (k++; k < N; k++)
    free(freed[k]);
}

// CHECK: loop {{.*}}:[[#@LINE+5]]:3 sequential
// CHECK: pipeline exit([[#@LINE+7]])
// CHECK-NEXT: in order: head
// CHECK-NEXT: in order: [[#@LINE+4]] [[#@LINE+5]]
static void store(int k) {
  for (; k < N; k++) {
    unsigned h = work(stored[k]);
    free(stored[k]);
    if (fprintf(to, "%u\n", h) < 0)
      break;
  }
  for (k++; k < N; k++)
    memset(stored[k], 0, SIZE);
}

// Nothing behind the exit uses these blocks: they are freed ahead.
// CHECK: loop {{.*}}:[[#@LINE+5]]:3 sequential
// CHECK: pipeline exit([[#@LINE+7]])
// CHECK-NEXT: in order: head
// CHECK-NEXT: in order: [[#@LINE+5]]
static void only_free(int k) {
  for (; k < N; k++) {
    unsigned h = work(alone[k]);
    free(alone[k]);
    if (fprintf(to, "%u\n", h) < 0)
      break;
  }
}

static unsigned change(unsigned char *p, unsigned by) {
  for (int i = 0; i < SIZE; i++)
    p[i] ^= by >> 8;
  return by + p[3];
}
// CHECK: loop {{.*}}:[[#@LINE+5]]:3 sequential
// CHECK: pipeline exit([[#@LINE+7]])
// CHECK-NEXT: in order: head
// CHECK-NEXT: in order: [[#@LINE+4]] [[#@LINE+5]]
static unsigned read_again(int k) {
  for (; k < N; k++) {
    unsigned h = work(written[k]);
    unsigned g = change(changed[k], h);
    if (fprintf(to, "%u\n", g) < 0)
      break;
  }
  unsigned sum = 0;
  for (k++; k < N; k++)
    sum += changed[k][0];
  return sum;
}

// Without a free, a store behind the exit replaces what has been stored ahead.
// CHECK: loop {{.*}}:[[#@LINE+5]]:3 sequential
// CHECK: pipeline exit([[#@LINE+7]])
// CHECK-NEXT: in order: head
// CHECK-NEXT: in order: [[#@LINE+5]]
static void store_again(int k) {
  for (; k < N; k++) {
    unsigned h = work(written[k]);
    results[k] = h;
    if (fprintf(to, "%u\n", h) < 0)
      break;
  }
  for (k++; k < N; k++)
    results[k] = 0;
}

int main(void) {
  to = fopen("out", "w");
  if (!to)
    return 1;
  for (int k = 0; k < N; k++) {
    freed[k] = malloc(SIZE), stored[k] = malloc(SIZE), alone[k] = malloc(SIZE);
    written[k] = malloc(SIZE), changed[k] = calloc(1, SIZE);
    if (!changed[k] || !freed[k] || !stored[k] || !alone[k] || !written[k])
      return 1;
    memset(freed[k], k, SIZE), memset(stored[k], k, SIZE), memset(alone[k], k, SIZE);
    memset(written[k], k, SIZE);
  }
  free_again(0);
  store(0);
  only_free(0);
  store_again(0);
  printf("%u\n", read_again(0));
}
