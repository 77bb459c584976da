/* CONFLICTS: 0
 * Memory that is another object in each iteration, though at the same address: variables of blocks
 * and of callees, blocks of the heap, arrays of variable length, literals, and structures on their
 * way. */
#include <stdlib.h>
#include <string.h>

struct Pair {
  int x, y, more[8];
};
static int a[100], b[100], c[100], d[100], e[100];

static struct Pair make(int i) {
  struct Pair pair = {i, i + 1, {0}};
  pair.more[i % 8] = i;
  return pair;
}

static int take(struct Pair pair, int i) {
  pair.x += i;
  return pair.x + pair.y + pair.more[i % 8];
}

static int deep(int n, int *sum) {
  int here[4] = {n, 0, 0, 0};
  here[1] += n;
  *sum += here[0] + here[1];
  return n > 0 ? deep(n - 1, sum) : *sum;
}

static struct Pair *remembered;
static struct Pair *remember(struct Pair *pair) {
  if (!remembered)
    remembered = pair;
  return remembered;
}

int main(void) {
  for (int i = 0; i < 100; i++) {
    int filled[4], sum = 0;
    if (i % 3 == 0)
      filled[i % 4] = i;
    memset(filled, 0, sizeof filled);
    a[i] = deep(i % 7, &sum) + filled[i % 4];
  }
  for (int i = 0; i < 100; i++) {
    int *block = malloc(4 * sizeof *block);
    if (i % 2)
      block[1] = i;
    block[0] = i;
    b[i] = block[0];
    block = realloc(block, 64 * sizeof *block);
    block[63] = i;
    b[i] += block[63];
    free(block);
  }
  for (int i = 0; i < 100; i++)
    c[i] = take(make(i), i) + make(i + 1).y + ((struct Pair){.x = i}).more[i % 8];
  for (int i = 0; i < 100; i++) {
    int row[i % 5 + 1];
    row[i % 5] = i;
    d[i] = row[i % 5];
  }
  for (int i = 0; i < 100; i++) { /* the jump passes a declaration */
    if (i % 11 == 1)
      goto next;
    int passed = i;
    e[i] = passed;
  next:
    e[i] += 7;
    struct Pair pair = {0};
    pair.y = remember(&pair)->x;
    remembered = 0;
    e[i] += pair.y;
  }
  return (a[7] + b[7] + c[7] + d[7] + e[7]) & 1;
}
