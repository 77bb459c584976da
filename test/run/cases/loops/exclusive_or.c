/* PARALLEL: 4 */
/* Bitonic sorting, and other exchanges with the element of number i ^ j. */
#include <stdio.h>

enum { N = 4096 };
static int v[N], w[N];

static void sort(int n) {
  for (int k = 2; k <= n; k *= 2)
    for (int j = k / 2; j > 0; j /= 2)
      for (int i = 0; i < n; i++) {
        int partner = i ^ j;
        if (partner > i && (v[i] > v[partner]) == ((i & k) == 0)) {
          int kept = v[i];
          v[i] = v[partner];
          v[partner] = kept;
        }
      }
}

static void butterflies(int n, int j) {
  for (int i = 0; i < n; i++) {
    int partner = j ^ i;
    if (partner < i)
      continue;
    int a = w[i], b = w[partner];
    w[i] = (a + b) & 0xffff;
    w[partner] = (a - 3 * b) & 0xffff;
  }
}

static void pairs(int n, int bit) {
  for (int i = 0; i < n; i++)
    if (!(i & bit)) {
      int j = i | bit, kept = w[i];
      w[i] = (kept * 3 + w[j]) & 0xffff;
      w[j] = (kept - w[j]) & 0xffff;
    }
}

static void long_pairs(unsigned long n, unsigned target) {
  for (unsigned long i = 0; i < n; i++) {
    if (i & (1ul << target))
      continue;
    int kept = w[i];
    w[i] = w[i | (1ul << target)] + 1;
    w[i | (1ul << target)] = kept;
  }
}

int main(void) {
  unsigned sum = 0;
  for (int i = 0; i < N; i++) {
    v[i] = i * 2654435761u >> 12;
    w[i] = i;
  }
  sort(N);
  butterflies(N, 1);
  butterflies(N, 0);
  butterflies(N, 77);
  butterflies(N, 2048 + 5);
  for (int bit = 1; bit < N; bit *= 2)
    pairs(N, bit);
  pairs(N, 0);
  pairs(N - 6, 6);
  for (unsigned target = 0; target < 12; target++)
    long_pairs(N, target);
  for (int i = 0; i < N; i++)
    sum = sum * 31u + (unsigned)v[i] + 7u * (unsigned)w[i];
  printf("%d %u\n", v[N / 2], sum);
  return 0;
}
