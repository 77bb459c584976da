/* Near misses of functions that fill an array up to a number that they are given: an iteration reads what an earlier one
 * has left. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { BLOCKS = 90, PACKED = 200, SIZE = 300 };

static uint8_t packed[BLOCKS][PACKED];

/* Copies may come from in front of the array's part: nobody tests the distance. */
static int unchecked(const uint8_t *from, uint8_t *to, int size) {
  int at = 0, i = 0;
  while (at < size) {
    if (i + 2 > PACKED)
      return 0;
    unsigned op = from[i++];
    if (op < 160) {
      to[at++] = (uint8_t)op;
      continue;
    }
    int distance = (from[i++] & 15) + 1;
    to[at] = to[at - distance];
    at++;
  }
  return 1;
}

/* A distance of 0 leaves the element as it is. */
static int with_zero(const uint8_t *from, uint8_t *to, size_t size) {
  size_t at = 0, i = 0;
  while (at < size) {
    if (i + 2 > PACKED)
      return 0;
    unsigned op = from[i++];
    if (op < 160) {
      to[at++] = (uint8_t)op;
      continue;
    }
    size_t distance = from[i++] & 3;
    if (distance > at)
      return 0;
    to[at] = to[at - distance];
    at++;
  }
  return 1;
}

/* It skips some. */
static int with_holes(const uint8_t *from, uint8_t *to, size_t size) {
  size_t at = 0;
  for (size_t i = 0; at < size; i++) {
    if (i == PACKED)
      return 0;
    if (from[i] > 60)
      to[at] = from[i];
    at++;
  }
  return 1;
}

/* It also says so where it has not. */
static int too_early(const uint8_t *from, uint8_t *to, size_t size) {
  size_t at = 0;
  for (size_t i = 0; at < size; i++) {
    if (i == PACKED || from[i] == 77)
      return 1;
    to[at++] = from[i];
  }
  return 1;
}

/* The number is another one then. */
static int less(const uint8_t *from, uint8_t *to, size_t size) {
  size_t at = 0;
  size = size / 2;
  for (size_t i = 0; at < size; i++) {
    if (i == PACKED)
      return 0;
    to[at++] = from[i];
  }
  return 1;
}

static long sum_of(const uint8_t *data, size_t size) {
  long sum = 1;
  for (size_t i = 0; i < size; i++)
    sum = sum * 3 % 1000003 + data[i];
  return sum;
}

static void print(const char *name, const long *r) {
  unsigned long sum = 0;
  for (int i = 0; i < BLOCKS; i++)
    sum = sum * 31 + (unsigned long)r[i];
  printf("%s %lu\n", name, sum);
}

int main(void) {
  uint8_t data[SIZE + 16] = {0};
  long r[BLOCKS];
  for (int b = 0; b < BLOCKS; b++)
    for (int i = 0; i < PACKED; i++)
      packed[b][i] = (uint8_t)(i * 7 + b * 13);
  for (int b = 0; b < BLOCKS; b++) {
    r[b] = unchecked(packed[b], data + 16, 100) ? sum_of(data + 16, 100) : -1;
    for (int i = 0; i < 16; i++)
      data[i] = (uint8_t)(b * i);
  }
  print("unchecked", r);
  for (int b = 0; b < BLOCKS; b++)
    r[b] = with_zero(packed[b], data, 100) ? sum_of(data, 100) : -1;
  print("with 0", r);
  for (int b = 0; b < BLOCKS; b++)
    r[b] = with_holes(packed[b], data, 100) ? sum_of(data, 100) : -1;
  print("with holes", r);
  for (int b = 0; b < BLOCKS; b++)
    r[b] = too_early(packed[b], data, 100) ? sum_of(data, 100) : -1;
  print("too early", r);
  for (int b = 0; b < BLOCKS; b++)
    r[b] = less(packed[b], data, 100) ? sum_of(data, 100) : -1;
  print("less", r);
  for (int b = 0; b < BLOCKS; b++)
    r[b] = with_zero(packed[b], data + b % 2, 100) ? sum_of(data, 100) : -1;
  print("elsewhere", r);
  return 0;
}
