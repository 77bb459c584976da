// Exits that data decide: with --assume=input, iterations run ahead of them as far as they have nothing from earlier
// ones but input.
// RUN: kasuri %s --assume=input --dump=analysis --stop-after=analysis | grep -v '^order' | FileCheck %s
// RUN: kasuri %s --dump=analysis --stop-after=analysis | FileCheck %s --check-prefix=WITHOUT
// WITHOUT-NOT: assumes input
#include <stdint.h>
#include <stdio.h>

enum { N = 256 };

static int unpack(const uint8_t *from, uint8_t *to, size_t size) {
  size_t at = 0;
  for (int i = 0; at < size; i++) {
    if (i == N)
      return 0;
    if (from[i] < 128) {
      to[at++] = from[i];
    } else {
      size_t distance = from[i] - 128;
      if (distance == 0 || distance > at)
        return 0;
      for (int k = 0; k < 3 && at < size; k++, at++)
        to[at] = to[at - distance];
    }
  }
  return 1;
}

static long sum_of(const uint8_t *data, size_t size) {
  long sum = 0;
  for (size_t i = 0; i < size; i++)
    sum = sum * 3 + data[i];
  return sum;
}

// Both tests are behind work that runs ahead of them.
// CHECK: loop {{.*}}:[[#@LINE+8]]:3 sequential
// CHECK: {{^}}  pipeline {{.*}} exit([[#@LINE+8]]) exit([[#@LINE+11]]) exit([[#@LINE+13]]) assumes input{{$}}
// CHECK-NEXT: in order: head [[#@LINE+7]]{{$}}
// CHECK-NEXT: in order: arms([[#@LINE+9]]){{$}}
// CHECK-NEXT: in order: arms([[#@LINE+10]]) [[#@LINE+12]]{{$}}
int decode(FILE *in, long *sum) {
  uint8_t packed[N], data[N];
  uint32_t head[2];
  for (;;) {
    if (fread(head, sizeof head, 1, in) != 1 || head[0] > N || fread(packed, 1, N, in) != N)
      break;
    size_t size = head[0];
    if (!unpack(packed, data, size))
      return 1;
    if (sum_of(data, size) != head[1])
      return 2;
    *sum = *sum * 7 + head[1];
  }
  return 0;
}

// What an iteration has filled may be less than what is read.
// CHECK: loop {{.*}}:[[#@LINE+4]]:3 sequential
int partial(FILE *in, long *sum) {
  uint8_t packed[N], data[N];
  long last = 0;
  while (fread(packed, 1, N, in) > 0) {
    if (!unpack(packed, data, packed[0]))
      return 1;
    last = sum_of(data, N);
    if (last == 5)
      return 2;
  }
  *sum = last;
  return 0;
}

// The number of the block is another one if a block is left out.
// CHECK-NOT: {{^}}  pipeline
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
int numbered(FILE *in, long *sum) {
  uint8_t packed[N], data[N];
  for (int i = 0; i < 100; i++) {
    if (fread(packed, 1, N, in) != N)
      break;
    if (!unpack(packed, data, N) || sum_of(data, N) == i)
      return 1;
    *sum += data[0];
  }
  return 0;
}

// So is its place.
// CHECK-NOT: {{^}}  pipeline
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
int placed(FILE *in, long *sum) {
  uint8_t packed[N], data[N];
  while (fread(packed, 1, N, in) == N) {
    long place = ftell(in);
    if (!unpack(packed, data, N) || sum_of(data, N) == place)
      return 1;
    *sum += data[0];
  }
  return 0;
}

static long seen;

// What an earlier iteration has counted is no input.
// CHECK-NOT: {{^}}  pipeline
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
int counted(FILE *in, long *sum) {
  uint8_t packed[N], data[N];
  while (fread(packed, 1, N, in) == N) {
    seen += packed[0];
    if (!unpack(packed, data, N) || sum_of(data, N) == seen)
      return 1;
    *sum += data[0];
  }
  return 0;
}

// Only the head counts here.
// CHECK-NOT: {{^}}  pipeline
// CHECK: loop {{.*}}:[[#@LINE+6]]:3 sequential
// CHECK: {{^}}  pipeline {{.*}} assumes input{{$}}
// CHECK-NEXT: in order: head [[#@LINE+5]] takes(i) leaves(i){{$}}
// CHECK-NEXT: in order: arms([[#@LINE+6]]) [[#@LINE+8]]{{$}}
int known(FILE *in, long *sum) {
  uint8_t packed[N], data[N];
  for (int i = 0; i < 100; i++) {
    if (fread(packed, 1, N, in) != N)
      break;
    if (!unpack(packed, data, N))
      return 1;
    *sum += data[0];
  }
  return 0;
}

int main(int argc, char **argv) {
  static int (*const all[])(FILE *, long *) = {decode, partial, numbered, placed, counted, known};
  long sum = 0;
  (void)argv;
  return all[argc % 6](stdin, &sum) + (int)sum;
}
