/* PARALLEL: 4
 * Functions fill a scratch array up to a number that they are given, or say that they have not; copies within it read
 * what stands in front. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { BLOCKS = 90, PACKED = 200, SIZE = 300 };

static uint8_t packed[BLOCKS][PACKED];

static int unpack(const uint8_t *from, size_t length, uint8_t *to, size_t size) {
  size_t at = 0, i = 0;
  while (at < size) {
    if (i + 2 > length)
      return 0;
    unsigned op = from[i++];
    if (op < 160) {
      uint8_t before = at > 0 ? to[at - 1] : 7;
      to[at++] = (uint8_t)(op + before);
      continue;
    }
    size_t found = op & 15, distance = from[i++] & 31;
    if (distance == 0 || distance > at || found > size - at)
      return 0;
    for (size_t k = 0; k < found; k++, at++)
      to[at] = to[at - distance];
  }
  return 1;
}

/* Signed, and always to the end. */
static void expand(const uint8_t *from, int *to, int size) {
  int at = 0;
  for (int i = 0; at < size; i = (i + 1) % PACKED)
    if (from[i] > 100 && at >= 3) {
      to[at] = to[at - 3] + from[i];
      at++;
    } else {
      to[at++] = from[i];
    }
}

static long sum_of(const uint8_t *data, size_t size) {
  long sum = 1;
  for (size_t i = 0; i < size; i++)
    sum = sum * 3 % 1000003 + data[i];
  return sum;
}

static long sum_of_ints(const int *data, int size) {
  long sum = 1;
  for (int i = 0; i < size; i++)
    sum = sum * 3 % 1000003 + data[i];
  return sum;
}

static void print(const char *name, const long *r) {
  unsigned long sum = 0;
  for (int i = 0; i < BLOCKS; i++)
    sum = sum * 31 + (unsigned long)r[i];
  printf("%s %lu %ld\n", name, sum, r[BLOCKS - 1]);
}

int main(void) {
  uint8_t data[SIZE], *heap = malloc(SIZE);
  int numbers[SIZE];
  long r[BLOCKS];
  if (!heap)
    return 1;
  for (int b = 0; b < BLOCKS; b++)
    for (int i = 0; i < PACKED; i++)
      packed[b][i] = (uint8_t)(i < 40 ? b + i : b % 7 == 3 ? i * b : i % 6 == 0 ? 160 + i % 9 : i % 6 == 1 ? 1 + b % 9 : i);
  for (int b = 0; b < BLOCKS; b++) {
    size_t size = (size_t)(SIZE / 3 + b);
    r[b] = unpack(packed[b], PACKED, data, size) ? sum_of(data, size) : -1;
  }
  print("in an array", r);
  for (int b = 0; b < BLOCKS; b++) {
    size_t size = (size_t)(SIZE / 3 + b);
    if (!unpack(packed[b], PACKED, heap, size)) {
      r[b] = -2;
      continue;
    }
    r[b] = sum_of(heap, size);
  }
  print("on the heap", r);
  for (int b = 0; b < BLOCKS; b++) {
    int size = SIZE - b;
    expand(packed[b], numbers, size);
    r[b] = sum_of_ints(numbers, size);
  }
  print("always", r);
  free(heap);
  return 0;
}
