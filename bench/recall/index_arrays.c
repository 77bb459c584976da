/* Subscripts from arrays: gathers, permutations, sparse rows, lists of members, and what is wrong with some. */
#include "suite.h"

enum { SIZE = 1000, ENTRIES = 8000 };

static int permutation[SIZE], inverse[SIZE], order[SIZE], start[SIZE + 1], column[ENTRIES], selected[SIZE], colors[SIZE];
static double value[ENTRIES], x[SIZE], y[SIZE], z[SIZE], diagonal[SIZE], transposed[SIZE];
static int from[ENTRIES], to[ENTRIES], degree[SIZE], levels[SIZE];

static void make_identity(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    permutation[i] = i;
}

static void shuffle(int n) {
  /* sequential: elements are swapped at random */
  for (int i = n - 1; i > 0; i--) {
    int j = (int)(suite_next() % (unsigned)(i + 1)), kept = permutation[i];
    permutation[i] = permutation[j];
    permutation[j] = kept;
  }
}

static void gather(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    y[i] = x[permutation[i]];
}

static void scatter_permuted(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    inverse[permutation[i]] = i;
}

static void scatter_if_distinct(int n) {
  /* parallel if the places in order are distinct */
  for (int i = 0; i < n; i++)
    z[order[i]] = x[i] * 2;
}

static void rows_of_matrix(int n) {
  /* parallel */
  for (int r = 0; r < n; r++) {
    double sum = 0;
    /* parallel: reduction(sum) */
    for (int k = start[r]; k < start[r + 1]; k++)
      sum += value[k] * x[column[k]];
    y[r] = sum;
  }
}

static void scale_rows(int n) {
  /* parallel */
  for (int r = 0; r < n; r++)
    /* parallel */
    for (int k = start[r]; k < start[r + 1]; k++)
      value[k] *= diagonal[r];
}

static void find_diagonal(int n) {
  /* parallel */
  for (int r = 0; r < n; r++) {
    diagonal[r] = 1.0;
    /* parallel: last value */
    for (int k = start[r]; k < start[r + 1]; k++)
      if (column[k] == r)
        diagonal[r] = value[k] + 2.0;
  }
}

static void transposed_product(int n) {
  /* parallel: reduction(transposed), in order */
  for (int r = 0; r < n; r++)
    /* parallel: reduction(transposed), in order */
    for (int k = start[r]; k < start[r + 1]; k++)
      transposed[column[k]] += value[k] * x[r];
}

static void count_degrees(int edges) {
  /* parallel: reduction(degree) */
  for (int e = 0; e < edges; e++) {
    degree[from[e]]++;
    degree[to[e]]++;
  }
}

static void edges_to_values(int edges) {
  /* parallel */
  for (int e = 0; e < edges; e++)
    value[e] = x[from[e]] - x[to[e]];
}

static int select_some(int n) {
  int count = 0;
  /* sequential: elements are packed */
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      selected[count++] = i;
  return count;
}

static void use_selected(int count) {
  /* parallel */
  for (int i = 0; i < count; i++)
    z[selected[i]] = x[selected[i]] * 0.5;
}

static void next_level(int n, int level) {
  /* parallel: every iteration stores the same in levels(levels to) */
  for (int v = 0; v < n; v++)
    if (levels[v] == level)
      /* parallel */
      for (int k = start[v]; k < start[v + 1]; k++)
        if (levels[column[k]] > level + 1)
          levels[column[k]] = level + 1;
}

static void double_index(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    y[i] += x[permutation[inverse[i]]];
}

/* Near misses. */

static void scatter_repeated(int n) {
  /* sequential: several iterations store in the same place */
  for (int i = 0; i < n; i++)
    z[from[i] / 2] = x[i];
}

static void accumulate_and_read(int edges) {
  /* sequential: what is stored at one end is read at the other */
  for (int e = 0; e < edges; e++)
    x[to[e]] = 0.5 * (x[from[e]] + x[to[e]]);
}

static void lower_solve(int n) {
  /* sequential: solutions of earlier rows */
  for (int r = 0; r < n; r++) {
    double sum = x[r];
    /* parallel: reduction(sum) */
    for (int k = start[r]; k < start[r + 1]; k++)
      if (column[k] < r)
        sum -= value[k] * y[column[k]];
    y[r] = sum / diagonal[r];
  }
}

static void color_greedily(int n) {
  /* sequential: colors of neighbors that come earlier */
  for (int v = 0; v < n; v++) {
    unsigned used = 0;
    /* parallel: reduction(used) */
    for (int k = start[v]; k < start[v + 1]; k++)
      used |= 1u << (colors[column[k]] & 31);
    int color = 1;
    /* sequential: search, carried(color) */
    while (used >> color & 1)
      color++;
    colors[v] = color;
  }
}

static int find_root(int *parent, int v) {
  /* sequential: pointers are followed */
  while (parent[v] != v) {
    parent[v] = parent[parent[v]];
    v = parent[v];
  }
  return v;
}

static void unite(int edges) {
  /* sequential: union and find */
  for (int e = 0; e < edges; e++) {
    int a = find_root(permutation, from[e]), b = find_root(permutation, to[e]);
    permutation[a] = b;
  }
}

static void in_place_permuted(int n) {
  /* sequential: reads what others have overwritten */
  for (int i = 0; i < n; i++)
    z[i] = z[inverse[i]] + 1;
}

int main(int argc, char **argv) {
  int n = suite_size(argc, argv, 300, SIZE), edges = 0;
  suite_doubles(x, SIZE);
  suite_doubles(value, ENTRIES);
  suite_ints(column, ENTRIES, 0, n - 1);
  suite_ints(from, ENTRIES, 0, n - 1);
  suite_ints(to, ENTRIES, 0, n - 1);
  suite_ints(order, SIZE, 0, SIZE - 1);
  /* sequential: partial sums */
  for (int r = 0; r < n; r++) {
    start[r] = edges;
    edges += 2 + r % 5;
  }
  start[n] = edges;
  make_identity(n);
  shuffle(n);
  gather(n);
  scatter_permuted(n);
  scatter_if_distinct(n);
  rows_of_matrix(n);
  find_diagonal(n);
  scale_rows(n);
  transposed_product(n);
  count_degrees(edges);
  suite_show("y", y, sizeof y);
  use_selected(select_some(n));
  /* parallel */
  for (int v = 1; v < n; v++)
    levels[v] = 1000;
  next_level(n, 0);
  double_index(n);
  suite_show("z", z, sizeof z);
  scatter_repeated(n);
  in_place_permuted(n);
  lower_solve(n);
  accumulate_and_read(edges);
  edges_to_values(edges);
  color_greedily(n);
  make_identity(n);
  unite(edges / 4);
  suite_show("x", x, sizeof x);
  suite_show("y", y, sizeof y);
  suite_show("z", z, sizeof z);
  suite_show("value", value, sizeof value);
  suite_show("transposed", transposed, sizeof transposed);
  suite_show("colors", colors, sizeof colors);
  suite_show("levels", levels, sizeof levels);
  suite_show("degree", degree, sizeof degree);
  suite_show("permutation", permutation, sizeof permutation);
  return 0;
}
