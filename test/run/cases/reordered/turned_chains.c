// AGAIN: --tile=8
// Tables over intervals: each result is the best of all ways to split its interval, or their sum, in order. Each result
// goes to all places behind it, where it is complete then. Sizes may be too small for that.
#include <stdio.h>
#include <stdlib.h>

enum { N = 67 };
static int base[N], pairs[N][N], late[N][N];
static double cost[N + 1][N + 1], weight[N + 1];

struct table {
  int length;
  unsigned *ways;
};

static void show(const char *name, const void *numbers, size_t size) {
  unsigned long hash = 1;
  for (size_t i = 0; i < size; i++)
    hash = hash * 31 + ((const unsigned char *)numbers)[i];
  printf("%s %lu\n", name, hash);
}

__attribute__((noinline)) static void fold(int n) {
  for (int i = n - 1; i >= 0; i--)
    for (int j = i + 1; j < n; j++) {
      int inner = i + 1 <= j - 1 ? pairs[i + 1][j - 1] : 0;
      int best = inner + (base[i] + base[j] == 3);
      for (int k = i; k < j; k++)
        best = best > pairs[i][k] + pairs[k + 1][j] ? best : pairs[i][k] + pairs[k + 1][j];
      pairs[i][j] = best;
    }
}

__attribute__((noinline)) static void split(int n) {
  for (int i = n - 1; i >= 0; i--)
    for (int j = i + 2; j <= n; j++) {
      double least = 1e300;
      for (int k = i + 1; k < j; k++)
        least = cost[i][k] + cost[k][j] < least ? cost[i][k] + cost[k][j] : least;
      cost[i][j] = least + weight[i] + weight[j];
    }
}

/* The sum depends on its order, and two statements are behind it. */
__attribute__((noinline)) static void add(struct table *t, double *sums) {
  for (int i = t->length - 1; i >= 0; i--)
    for (int j = i + 1; j < t->length; j++) {
      double sum = 0.1 * j;
      for (int k = i; k < j; k++)
        sum += sums[i * t->length + k] / 3 - sums[(k + 1) * t->length + j] / 7;
      t->ways[i * t->length + j] += (unsigned)(j - i);
      sums[i * t->length + j] = sum;
    }
}

/* Not complete where it is read. */
__attribute__((noinline)) static void too_early(void) {
  for (int i = N - 1; i >= 0; i--)
    for (int j = i + 1; j < N; j++) {
      int best = base[j];
      for (int k = i; k < j; k++)
        best = best > late[i][k + 1] + late[k + 1][j] ? best : late[i][k + 1] + late[k + 1][j] + 1;
      late[i][j] = best;
    }
}

int main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i <= N; i++) {
    weight[i] = (i * 7 % 13) / 3.0;
    for (int j = 0; j <= N; j++)
      cost[i][j] = (i * 3 + j) % 5 / 7.0;
  }
  for (int i = 0; i < N; i++) {
    base[i] = (i * i * 7 + i * 3 + i / 5) % 4;
    for (int j = 0; j < N; j++)
      late[i][j] = (i + j) % 3;
  }
  for (int n = 0; n < 6; n++)
    fold(n * argc);
  fold(N - argc);
  split(argc - 1);
  split(argc + 2);
  split(N + 1 - argc);
  for (int length = 0; length < 60; length = 2 * length + 3) {
    size_t size = (size_t)length * length;
    struct table t = {length, calloc(size + 1, sizeof *t.ways)};
    double *sums = malloc((size + 1) * sizeof *sums);
    for (size_t i = 0; i < size; i++)
      sums[i] = (double)(i % 11) / 3;
    add(&t, sums);
    show("sums", sums, size * sizeof *sums);
    show("ways", t.ways, size * sizeof *t.ways);
    free(sums);
    free(t.ways);
  }
  too_early();
  show("pairs", pairs, sizeof pairs);
  show("cost", cost, sizeof cost);
  show("late", late, sizeof late);
  return 0;
}
