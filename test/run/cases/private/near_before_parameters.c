/* What a function reads in front of what its parameter leads to is not what it has filled from there on: an earlier
 * iteration has written it. */
#include <stdio.h>

enum { N = 50, M = 301 };

static int sums(int *p, int n, int seed) {
  int k = 0;
  for (int j = 0; j < n; j++)
    if ((j * 5 + seed) % 3) {
      p[k] = p[k - 1] / 3 + seed;
      k++;
    }
  return k;
}

/* So many in front of the last one, which may be more than there are. */
static int further(int *p, int n, int seed) {
  int k = 0;
  for (int j = 0; j < n; j++)
    if ((j * 5 + seed) % 3) {
      int back = seed % 4 + 1;
      p[k] = p[k - back] / 3 + seed;
      k++;
    }
  return k;
}

static void print(const char *name, const long *r) {
  unsigned long s = 0;
  for (int i = 0; i < M; i++)
    s = s * 31 + (unsigned long)r[i];
  printf("%s %lu\n", name, s);
}

int main(void) {
  int a[N + 4] = {0};
  long r[M];
  for (int i = 0; i < M; i++) {
    int n = sums(a + 1, N, i), s = 0;
    for (int k = 0; k < n; k++)
      s = s / 7 + a[k + 1];
    r[i] = s;
    a[0] = i * 3;
  }
  print("sums", r);
  for (int i = 0; i < M; i++) {
    int n = further(a + 4, N, i), s = 0;
    for (int k = 0; k < n; k++)
      s = s / 7 + a[k + 4];
    r[i] = s;
    for (int k = 0; k < 4; k++)
      a[k] = i * 3 + k;
  }
  print("further", r);
  for (int i = 0; i < M; i++) {
    int n = sums(a + 1, N, i), s = 0;
    for (int k = 0; k < n; k++)
      s = s / 7 + (a + 1)[k];
    r[i] = s;
    a[0] = i * 3;
  }
  print("by a pointer", r);
  return 0;
}
