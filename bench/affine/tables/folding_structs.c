/* How many pairs an RNA can have at most, with functions for the cases. */
#include "../affine.h"

#ifndef N
#define N 1500
#endif

struct folding {
  int length;
  int *base, *pairs;
};

static inline int *pairs_of(const struct folding *f, int first, int last) {
  return &f->pairs[(size_t)first * f->length + last];
}

static int can_pair(const struct folding *f, int first, int last) { return f->base[first] + f->base[last] == 3; }

static int best_split(const struct folding *f, int first, int last) {
  int best = 0;
  for (int k = first; k < last; k++) {
    int both = *pairs_of(f, first, k) + *pairs_of(f, k + 1, last);
    if (both > best)
      best = both;
  }
  return best;
}

static void fold(struct folding *f) {
  for (int first = f->length - 1; first >= 0; first--)
    for (int last = first + 1; last < f->length; last++) {
      int paired = can_pair(f, first, last) + (last - first > 1 ? *pairs_of(f, first + 1, last - 1) : 0);
      int split = best_split(f, first, last);
      *pairs_of(f, first, last) = paired > split ? paired : split;
    }
}

int main(int argc, char **argv) {
  int n = affine_size(argc, argv, 1, N);
  struct folding f = {n, malloc(n * sizeof(int)), calloc((size_t)n * n, sizeof(int))};
  for (int i = 0; i < n; i++)
    f.base[i] = (i * i * 7 + i * 3 + i / 5) % 4;
  double begin = affine_now();
  fold(&f);
  affine_kernel(begin);
  affine_ints("pairs", f.pairs, (size_t)n * n);
  free(f.base);
  free(f.pairs);
  return 0;
}
