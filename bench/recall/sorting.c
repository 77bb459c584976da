/* Passes of sorting: some compare pairs that are apart, most move elements past each other. */
#include <string.h>

#include "suite.h"

enum { SIZE = 512, RUNS = 16 };

static int a[SIZE], b[SIZE], ranks[SIZE], queues[RUNS][SIZE];
static unsigned counts[256];

static void odd_even(int *v, int n) {
  /* sequential: phase by phase */
  for (int phase = 0; phase < n; phase++)
    /* parallel */
    for (int i = phase & 1; i + 1 < n; i += 2)
      if (v[i] > v[i + 1]) {
        int kept = v[i];
        v[i] = v[i + 1];
        v[i + 1] = kept;
      }
}

static void bitonic(int *v, int n) {
  /* sequential: stage by stage */
  for (int k = 2; k <= n; k *= 2)
    /* sequential: stage by stage */
    for (int j = k / 2; j > 0; j /= 2)
      /* parallel */
      for (int i = 0; i < n; i++) {
        int partner = i ^ j;
        if (partner > i && (v[i] > v[partner]) == ((i & k) == 0)) {
          int kept = v[i];
          v[i] = v[partner];
          v[partner] = kept;
        }
      }
}

static void by_ranks(int n) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    int rank = 0;
    /* parallel: reduction(rank) */
    for (int j = 0; j < n; j++)
      rank += a[j] < a[i] || (a[j] == a[i] && j < i);
    ranks[i] = rank;
  }
  /* parallel */
  for (int i = 0; i < n; i++)
    b[ranks[i]] = a[i];
}

static void merge(const int *v, int low, int middle, int high, int *to) {
  int i = low, j = middle;
  /* sequential: which one is next depends on the ones before */
  for (int k = low; k < high; k++)
    to[k] = i < middle && (j >= high || v[i] <= v[j]) ? v[i++] : v[j++];
}

static void merge_sort(int *v, int *temp, int n) {
  /* sequential: wider and wider runs */
  for (int width = 1; width < n; width *= 2) {
    /* parallel */
    for (int low = 0; low < n; low += 2 * width) {
      int middle = low + width < n ? low + width : n, high = low + 2 * width < n ? low + 2 * width : n;
      merge(v, low, middle, high, temp);
    }
    memcpy(v, temp, (size_t)n * sizeof *v);
  }
}

static void count_digits(int n, int shift) {
  memset(counts, 0, sizeof counts);
  /* parallel: reduction(counts) */
  for (int i = 0; i < n; i++)
    counts[(unsigned)a[i] >> shift & 255]++;
}

static void radix_pass(int n, int shift) {
  unsigned place = 0;
  count_digits(n, shift);
  /* sequential: partial sums */
  for (int d = 0; d < 256; d++) {
    unsigned count = counts[d];
    counts[d] = place;
    place += count;
  }
  /* sequential: the counter is the place */
  for (int i = 0; i < n; i++)
    b[counts[(unsigned)a[i] >> shift & 255]++] = a[i];
  /* parallel */
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}

static int bubble(int *v, int n) {
  int swaps = 0;
  /* sequential: the greatest moves up */
  for (int i = 0; i + 1 < n; i++)
    if (v[i] > v[i + 1]) {
      int kept = v[i];
      v[i] = v[i + 1];
      v[i + 1] = kept;
      swaps++;
    }
  return swaps;
}

static void select_least(int *v, int n) {
  /* sequential: the rest is searched */
  for (int i = 0; i + 1 < n; i++) {
    int at = i;
    /* parallel: reduction(at) */
    for (int j = i + 1; j < n; j++)
      if (v[j] < v[at])
        at = j;
    int kept = v[i];
    v[i] = v[at];
    v[at] = kept;
  }
}

static void shell_sort(int *v, int n) {
  /* sequential: gap by gap */
  for (int gap = n / 2; gap > 0; gap /= 2)
    /* sequential: insertion */
    for (int i = gap; i < n; i++) {
      int value = v[i], j = i;
      /* sequential: elements move one by one */
      for (; j >= gap && v[j - gap] > value; j -= gap)
        v[j] = v[j - gap];
      v[j] = value;
    }
}

static int partition(int *v, int n) {
  int pivot = v[n - 1], at = 0;
  /* sequential: places depend on how many were smaller */
  for (int i = 0; i < n - 1; i++)
    if (v[i] < pivot) {
      int kept = v[i];
      v[i] = v[at];
      v[at++] = kept;
    }
  v[n - 1] = v[at];
  v[at] = pivot;
  return at;
}

static void sift_down(int *v, int root, int n) {
  /* sequential: down a heap, carried(root) */
  while (2 * root + 1 < n) {
    int child = 2 * root + 1;
    if (child + 1 < n && v[child + 1] > v[child])
      child++;
    if (v[root] >= v[child])
      break;
    int kept = v[root];
    v[root] = v[child];
    v[child] = kept;
    root = child;
  }
}

static void heap_sort(int *v, int n) {
  /* sequential: heaps from heaps */
  for (int i = n / 2 - 1; i >= 0; i--)
    sift_down(v, i, n);
  /* sequential: the greatest is taken away */
  for (int last = n - 1; last > 0; last--) {
    int kept = v[0];
    v[0] = v[last];
    v[last] = kept;
    sift_down(v, 0, last);
  }
}

static int compare(const void *p, const void *q) {
  int left = *(const int *)p, right = *(const int *)q;
  return (left > right) - (left < right);
}

static void sort_rows(int rows, int width) {
  /* parallel */
  for (int r = 0; r < rows; r++) {
    /* parallel */
    for (int i = 0; i < width; i++)
      queues[r][i] = (i * 7919 + r * 31) % 1009;
    qsort(queues[r], (size_t)width, sizeof **queues, compare);
  }
}

static int remove_doubles(int *v, int n) {
  int kept = n > 0;
  /* sequential: elements are packed */
  for (int i = 1; i < n; i++)
    if (v[i] != v[i - 1])
      v[kept++] = v[i];
  return kept;
}

static int count_inversions(const int *v, int n) {
  int inversions = 0;
  /* parallel: reduction(inversions) */
  for (int i = 0; i < n; i++)
    /* parallel: reduction(inversions) */
    for (int j = i + 1; j < n; j++)
      inversions += v[i] > v[j];
  return inversions;
}

static void search_each(int n) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    int low = 0, high = n;
    /* sequential: the range is halved */
    while (low < high) {
      int middle = low + (high - low) / 2;
      if (b[middle] < i * 3)
        low = middle + 1;
      else
        high = middle;
    }
    ranks[i] = low;
  }
}

static int is_sorted(const int *v, int n) {
  int sorted = 1;
  /* parallel: flag */
  for (int i = 1; i < n; i++)
    if (v[i - 1] > v[i])
      sorted = 0;
  return sorted;
}

int main(int argc, char **argv) {
  int n = suite_size(argc, argv, 100, SIZE);
  suite_ints(a, SIZE, 0, 5000);
  printf("%d\n", count_inversions(a, n));
  by_ranks(n);
  search_each(n);
  suite_show("ranks", ranks, sizeof ranks);
  memcpy(b, a, sizeof b);
  odd_even(b, n);
  memcpy(b, a, sizeof b);
  bitonic(b, 64);
  suite_show("b", b, sizeof b);
  memcpy(b, a, sizeof b);
  int swaps = bubble(b, n), at = partition(b, n);
  suite_show("b", b, sizeof b);
  merge_sort(b, ranks, n);
  suite_ints(b, SIZE, 0, 500);
  select_least(b, n);
  suite_ints(b, SIZE, 0, 500);
  shell_sort(b, n);
  suite_ints(b, SIZE, 0, 500);
  heap_sort(b, n);
  int kept = remove_doubles(b, n);
  suite_show("b", b, sizeof b);
  radix_pass(n, 0);
  radix_pass(n, 8);
  sort_rows(RUNS, n);
  printf("%d %d %d %d\n", swaps, at, kept, is_sorted(a, n));
  suite_show("a", a, sizeof a);
  suite_show("ranks", ranks, sizeof ranks);
  suite_show("queues", queues, sizeof queues);
  return 0;
}
