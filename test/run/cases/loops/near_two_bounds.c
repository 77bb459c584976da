/* SEQUENTIAL */
/* A second bound that the loop changes, or that has effects. */
#include <stdio.h>

static int a[3000], limit[2] = {2000, 2000}, calls;

static int next_limit(void) { return 1000 + calls++; }

static void changed(int *p, int n, int *most) {
  for (int i = 0; i < n && i < *most; i++) {
    p[i] += i;
    *most -= p[i] & 1;
  }
}

static void with_effects(int *p, int n) {
  for (int i = 0; i < n && i < next_limit(); i++)
    p[i] += i * 2;
}

static void moved(int *p, int n, const int *most) {
  for (int i = 0; i < n && i < *most; i++) {
    p[i] += i;
    if (p[i] & 1)
      most = &limit[1];
  }
}

int main(void) {
  changed(a, 2500, limit);
  with_effects(a, 2500);
  moved(a, 2500, limit);
  unsigned h = (unsigned)calls;
  for (int i = 0; i < 3000; i++)
    h = h * 31u + (unsigned)a[i];
  printf("%u %d\n", h, limit[0]);
  return 0;
}
