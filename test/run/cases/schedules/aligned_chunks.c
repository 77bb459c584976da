// PARALLEL: 9
// Chunks of loops that follow each other wait for chunks: the first loop's take unequally long, and what a later
// one reads too early is a number of the round before.
#include <stdio.h>
#include <string.h>

#define N 400
#define W 7

struct cell {
  long before, after;
};

static long a[3 * N + 8], b[3 * N + 8], c[3 * N + 8], d[3 * N + 8];
static struct cell cells[N];
static long grid[N][W], next[N][W];

/* Long for the first and the last iterations. */
static long slow(long x, int i, int n) {
  int k, rounds = i < n / 4 ? 900 : i > n - n / 4 ? 500 : 3;
  unsigned long long y = (unsigned long long)x;
  for (k = 0; k < rounds; k++)
    y = y * 6364136223846793005ULL + 1442695040888963407ULL;
  return (long)(y >> 20);
}

static void same_index(int n) {
  for (int i = 0; i < n; i++)
    b[i] = slow(a[i], i, n);
  for (int i = 0; i < n; i++)
    c[i] = slow(b[i], n - i, n);
  for (int i = 0; i < n; i++)
    a[i] = b[i] + 3 * c[i];
}

static void stencil(int n) {
  for (int i = 0; i < n; i++)
    b[i + 1] = slow(a[i], i, n);
  for (int i = 0; i < n; i++)
    c[i + 1] = b[i] + 2 * b[i + 1] + 3 * b[i + 2];
  for (int i = 0; i < n; i++)
    a[i] = c[i] - c[i + 2];
}

static void wide(int n) {
  for (int i = 0; i < n; i++)
    b[i] = slow(a[i], i, n);
  for (int i = 0; i < n; i++)
    c[i] = b[i] + b[i + 5];
  for (int i = 0; i < n; i++)
    b[i + 2] = c[i];
}

static void offsets_and_strides(int n) {
  for (int i = 1; i < n; i++)
    b[i] = slow(a[i], i, n);
  for (int i = 0; i <= n - 2; i++)
    c[2 * i + 1] = slow(b[i + 1], n - i, n);
  for (int i = 0; i < 2 * n - 2; i += 2)
    a[i / 2] = c[i + 1];
}

static void down(int n) {
  for (int i = n - 1; i >= 0; i--)
    b[i] = slow(a[i], i, n);
  for (int i = n - 1; i >= 0; i--)
    a[i] = b[i] + b[i + 1];
}

static void even_and_odd(int n) {
  for (int i = 0; i < n; i++)
    b[2 * i] = slow(a[i], i, n);
  for (int i = 0; i < n; i++)
    b[2 * i + 1] = b[2 * i] + 1;
  for (int i = 0; i < n; i++)
    a[i] = b[2 * i] ^ b[2 * i + 1];
}

static void members(int n) {
  for (int i = 0; i < n; i++)
    cells[i].before = slow(a[i], i, n);
  for (int i = 0; i < n; i++)
    cells[i].after = cells[i].before + 1;
  for (int i = 0; i < n; i++)
    a[i] = cells[i].after - a[i];
}

static void walks(int n) {
  for (long *p = b; p < b + n; p++)
    *p = slow(*p, (int)(p - b), n);
  for (long *p = b, *e = b + n; p != e; p++)
    *p += 4;
}

static void fill(long *to, const long *from, int i, int n) {
  for (int j = 0; j < W; j++)
    to[j] = slow(from[j] + j, i, n);
}

static void rows(int n) {
  for (int i = 1; i < n - 1; i++)
    fill(next[i], grid[i], i, n);
  for (int i = 1; i < n - 1; i++)
    for (int j = 0; j < W; j++)
      grid[i][j] = next[i - 1][j] + next[i][j] + next[i + 1][j];
}

/* d needs all of b, c one chunk of it. */
static void all_of_the_first(int n) {
  for (int i = 0; i < n; i++)
    b[i] = slow(a[i], i, n);
  for (int i = 0; i < n; i++)
    c[i] = b[i] + 1;
  for (int i = 0; i < n; i++)
    d[i] = c[i] + b[n - 1 - i];
}

static unsigned long sum;

static void add(const void *from, size_t bytes) {
  const unsigned char *p = from;
  for (size_t i = 0; i < bytes; i++)
    sum = sum * 31 + p[i];
}

static void run(int form, int n) {
  switch (form) {
  case 0:
    same_index(n);
    break;
  case 1:
    stencil(n);
    break;
  case 2:
    wide(n);
    break;
  case 3:
    offsets_and_strides(n);
    break;
  case 4:
    down(n);
    break;
  case 5:
    even_and_odd(n);
    break;
  case 6:
    members(n);
    break;
  case 7:
    walks(n);
    break;
  case 8:
    rows(n);
    break;
  default:
    all_of_the_first(n);
  }
}

int main(void) {
  static const int sizes[] = {N, 1, 0, 2, 5, N - 1, 17, 41, N, 23, N - 2};
  for (int i = 0; i < 3 * N + 8; i++)
    a[i] = i * 7919L;
  for (int i = 0; i < N * W; i++)
    grid[i / W][i % W] = i;
  for (int k = 0; k < 10 * (int)(sizeof sizes / sizeof *sizes); k++) {
    run(k % 10, sizes[k / 10]);
    add(a, sizeof a);
    add(b, sizeof b);
    add(c, sizeof c);
    add(d, sizeof d);
    add(grid, sizeof grid);
    printf("%d %lu\n", k, sum);
  }
  return 0;
}
