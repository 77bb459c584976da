/* PARALLEL: 3
 * Statement expressions with control flow, as statements, as values and with jumps out. */
#include <assert.h>
#include <stdio.h>
#define MAX(a, b)                                                                                  \
  ({                                                                                               \
    int m;                                                                                         \
    if ((a) > (b))                                                                                 \
      m = (a);                                                                                     \
    else                                                                                           \
      m = (b);                                                                                     \
    m;                                                                                             \
  })
static unsigned y[4000], z[4000];
static int n;
static int early(int v) {
  ({
    if (v > 3)
      return 7;
  });
  return v;
}
static int value(int v) {
  int w = ({
    int t = 0;
    for (int i = 0; i < 3; i++)
      t += i + n++;
    t;
  });
  return w + MAX(v, n);
}
static int outOf(int v) {
  for (int i = 0; i < 10; i++) {
    int w = ({
      if (i == v)
        break;
      i;
    });
    n += w;
  }
  return n;
}
int main(void) {
  for (int r = 0; r < 200; r++)
    for (int i = 0; i < 4000; i++)
      y[i] = y[i] * 3 + i;
  assert(y[7] > 1);
  for (int i = 0; i < 3900; i++)
    z[i] = y[i] + z[i + 0];
  int k = 0;
  int c = ({
    if (y[1] > 0)
      k++;
    k;
  });
  for (int i = 0; i < 3900; i++)
    z[i + k] = z[i] * 3 + y[i];
  ({
    for (int i = 0; i < 4000; i++)
      y[i] += z[i];
    for (int i = 0; i < 4000; i++)
      z[i] = y[i] * 5 + i;
  });
  int d = 1;
  if (({
        int q;
        if (c)
          q = d++;
        else
          q = 0;
        q;
      }))
    for (int i = 0; i < 3900; i++)
      z[i + d] = z[i] * 3 + y[i];
  unsigned s = 0;
  for (int i = 0; i < 4000; i++)
    s = s * 31 + y[i] + z[i];
  printf("%u %d %d %d %d %d %d\n", s, k, c, d, early(2) + early(9), value(5), outOf(4));
  return 0;
}
