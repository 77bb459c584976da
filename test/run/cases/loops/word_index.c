/* Indices as wide as addresses that are meant to be negative: with 32 bits, too, they lead in front of the pointer. */
#include <stdint.h>
#include <stdio.h>

enum { half = 3000 };
static int all[3 * half];

static int mixed(int value) {
  unsigned bits = (unsigned)value;
  for (int round = 0; round < 20; round++)
    bits = bits * 1664525u + 1013904223u;
  return (int)(bits >> 8);
}

static void plain(int *p) {
  for (int i = -half; i < half; i++)
    p[(size_t)i] = mixed(i) + p[-1];
}

static void inBytes(int *p) {
  for (int i = -half; i < half; i++)
    *(int *)((char *)p + i * sizeof(int)) = mixed(i) + p[-1];
}

static void inFront(int *p, size_t n) {
  for (size_t i = 0; i < n; i++)
    p[i - half] = mixed((int)i) + p[-1];
}

static void largest(int *p) {
  for (int i = -half; i < half; i++)
    p[i] = mixed(i) + p[(size_t)-1];
}

static void computed(int *p, size_t at) {
  for (int i = -half; i < half; i++)
    p[i] = mixed(i) + p[at - half + 1];
}

static void wrapped(int *p, size_t step) {
  for (size_t i = 0; i < half; i++)
    p[i * step * 65536] = mixed((int)i) + p[i];
}

static unsigned sum(void) {
  unsigned result = 0;
  for (int i = 0; i < 3 * half; i++)
    result = result * 31 + (unsigned)all[i];
  return result;
}

int main(void) {
  int *middle = all + half;
  plain(middle);
  printf("%u\n", sum());
  inBytes(middle);
  printf("%u\n", sum());
  inFront(middle, 2 * half);
  printf("%u\n", sum());
  largest(middle);
  printf("%u\n", sum());
  computed(middle, half - 2);
  printf("%u\n", sum());
  wrapped(middle, sizeof(size_t) == 4 ? 65536 : 0);
  printf("%u\n", sum());
}
