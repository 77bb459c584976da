// Exits that data decide behind work on what iterations hand on: with --assume=exits, iterations run ahead of them.
// RUN: kasuri %s --assume=exits --dump=analysis --stop-after=analysis | grep -v '^order' | FileCheck %s
// RUN: kasuri %s --assume=input --dump=analysis --stop-after=analysis | FileCheck %s --check-prefix=INPUT
// RUN: kasuri %s --assume=exits --cores=4 -Rkasuri -o %t.d 2>&1 | FileCheck %s --check-prefix=REMARK
// INPUT-NOT: assumes exits
#include <stdint.h>
#include <stdio.h>

enum { N = 400 };

static uint32_t work(const uint8_t *from, uint32_t start) {
  uint32_t x = start;
  for (int round = 0; round < 40; round++)
    for (int i = 0; i < N; i++)
      x = (x << 3 | x >> 29) + from[i];
  return x;
}

// CHECK: loop {{.*}}:[[#@LINE+8]]:3 sequential
// CHECK: {{^}}  pipeline exit([[#@LINE+10]]) exit([[#@LINE+12]]) reads ahead assumes exits{{$}}
// CHECK-NEXT: in order: head [[#@LINE+7]] takes(seed) takes(data) leaves(seed) leaves(data){{$}}
// CHECK-NEXT: in order: [[#@LINE+8]] [[#@LINE+10]]{{$}}
// REMARK: remark: loop runs as a pipeline{{.*}}; assuming that later iterations can use what one leaves that ends the loop [Pipeline]
int encode(FILE *in, FILE *out) {
  uint8_t data[N];
  uint32_t seed = 1;
  while (fread(data, 1, N, in) == N) {
    seed = seed * 5 + data[3];
    uint32_t x = work(data, seed);
    if (x == 0)
      return 1;
    if (fwrite(&x, sizeof x, 1, out) != 1)
      return 2;
  }
  return 0;
}

int main(void) { return encode(stdin, stdout); }
