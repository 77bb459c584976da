/* PARALLEL: 1 */
/* What is declared between two statements is known behind them, also where a label comes first. */
#include <stdio.h>

static double work(double s) {
  for (int i = 0; i < 3000; i++)
    s = s * 0.999 + 1.0 / (s + 1);
  return s;
}

static int selected(int which) {
  double x = 0, y = 0;
  switch (which) {
  case 1:
    x = work(1);
    typedef int Number;
    y = work(2);
    Number z = 3;
    return z + (x < y);
  default:
    x = work(1);
    y = work(2);
  }
  return x < y;
}

static int labelled(int which) {
  double x = 0, y = 0;
  enum { LIMIT = 7 };
  {
    if (which > 5)
      goto behind;
    which++;
  behind:
    x = work(1);
    enum { LIMIT = 3 };
    y = work(2);
    which += LIMIT + (x < y);
  }
  return which + LIMIT;
}

int main(void) {
  for (int i = 0; i < 8; i++)
    printf("%d %d\n", selected(i), labelled(i));
  return 0;
}
