/* PARALLEL: 1 */
/* A piece of text that is copied holds no #if without its #endif, wherever in a statement it is. */
#include <stdio.h>

static double a[1000];

static double work(double s) {
  for (int i = 0; i < 300; i++)
    s = s * 0.999 + 1.0 / (s + 1);
  return s;
}

int main(int count, char **unused) {
  int n = 500 * count, i;
  (void)unused;
  for (i = 0; i < n -
#ifdef SHORT
                      10
#else
                      1
#endif
       ;
       i++)
    a[i] = work(i);
  printf("%d %g %g\n", i, a[3], a[998]);

  for (i = 0;; i++) {
    if (i >= n)
#ifdef SHORT
    {
      n--;
      break;
    }
#else
      break;
#endif
    a[i] += work(i);
  }
  printf("%d %g %g\n", i, a[3], a[998]);

  for (i = 0; i < n; i++)
#ifdef SHORT
    a[i] = 0;
#else
    a[i] += work(i);
#endif
  printf("%d %g %g\n", i, a[3], a[998]);

  for (i = 0; i < n; i++) {
#ifdef SHORT
    a[i] = 0;
#else
    a[i] += work(i);
#endif
  }
  printf("%d %g %g\n", i, a[3], a[998]);
  return 0;
}
