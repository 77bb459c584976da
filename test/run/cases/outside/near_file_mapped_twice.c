/* SEQUENTIAL
   Two mappings of one file hold the same bytes at different addresses, and reading the file shows them, too. What an
   iteration computes is no work for vectors: compilers test addresses as well. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum { COUNT = 700 };

static int mixed(int seed, int steps) {
  for (int k = 0; k < 3 + steps % 5; k++)
    seed = seed * 7 % 1009 + k;
  return seed;
}

static void fill(int *to, const int *from) {
  for (int i = 1; i < COUNT; i++)
    to[i] = mixed(from[i - 1], i);
}

int main(void) {
  const int file = memfd_create("twice", 0);
  if (file < 0 || ftruncate(file, 4 * COUNT) != 0)
    return 1;
  int *a = mmap(0, 4 * COUNT, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  int *b = mmap(0, 4 * COUNT, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (a == MAP_FAILED || b == MAP_FAILED)
    return 1;
  fill(a, b);
  for (int i = 0; i < COUNT; i++) {
    int seen = 0;
    if (pread(file, &seen, 4, 4 * (i * 11 % COUNT)) != 4)
      return 1;
    b[i] = (b[i] + seen) % 5000;
  }
  int hash = 0;
  for (int i = 0; i < COUNT; i++)
    hash = (hash * 31 + a[i]) % 1000003;
  printf("%d\n", hash);
  return 0;
}
