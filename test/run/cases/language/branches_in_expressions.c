/* PARALLEL: 3
 * Statement expressions with branches: glibc's toupper, a clamp that is added up, and values that only some
 * iterations set. */
#include <ctype.h>
#include <stdio.h>
enum { N = 200000 };
static char in[N], out[N];
static int a[N], b[N], c[N];

static long clamped(void) {
  long sum = 0;
  for (int i = 0; i < N; i++)
    sum += ({
      int t = a[i];
      if (t > 90)
        t = 90;
      else if (t < 5) {
        int u = i & 3;
        t = u;
      }
      t;
    });
  return sum;
}

/* An element of the iteration before, in some iterations. */
static void kept(void) {
  int t = 0;
  for (int i = 0; i < N; i++)
    c[i] = ({
      if (a[i] > 90)
        t = a[i] + i;
      t;
    });
}

static long capped(void) {
  long sum = 0;
  for (int i = 0; i < N; i++)
    b[i] += ({
      if (sum < 100000)
        sum += a[i];
      2;
    });
  return sum;
}

static int after(void) {
  int v = -1;
  for (int i = 0; i < N; i++)
    b[i] = ({
      if (a[i] == 77)
        v = i;
      a[i] * 3;
    });
  return v;
}

int main(void) {
  unsigned random = 1;
  for (int i = 0; i < N; i++) {
    random = random * 1103515245 + 12345;
    a[i] = (int)(random >> 16) % 120;
    in[i] = (char)(' ' + (random >> 20) % 95);
  }
  for (int r = 0; r < 4; r++)
    for (int i = 0; i < N; i++)
      out[i] = (char)(toupper(in[i]) ^ tolower(in[i]));
  int last = after();
  long capped_ = capped();
  kept();
  unsigned long check = 0;
  for (int i = 0; i < N; i++)
    check = check * 31 + (unsigned char)out[i] + (unsigned)b[i] + (unsigned)c[i];
  printf("%ld %d %ld %lu\n", clamped(), last, capped_, check);
  return 0;
}
