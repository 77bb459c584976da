/* PARALLEL: 5 */
/* A second bound that has a value only where the first test holds. */
#include <stdio.h>

struct image {
  int width, height;
};

static double a[3000];

static void rows(double *p, const struct image *one, const struct image *other) {
  for (int y = 0; y < one->height && y < other->height; y++)
    p[y] += y * 0.5;
}

/* No element is read if there is none. */
static void limited(double *p, int n, const int *most) {
  for (int i = 0; i < n && i < *most; i++)
    p[i] = p[i] * 0.5 + i;
}

static void three(double *p, int n, const struct image *first, const int *most) {
  for (int i = 1; i <= n && i < first->width && i <= most[first->height]; i += 2)
    p[i] += i * 0.25;
}

static void down(double *p, int n, const int *least) {
  for (int i = n; i > 0 && i >= *least; i--)
    p[i] = p[i] * 0.75 + i;
}

static void until(double *p, unsigned n, const unsigned *most) {
  for (unsigned i = 0; i < n && i != *most; i++)
    p[i] += i * 0.125;
}

int main(void) {
  struct image wide = {2500, 0}, high = {100, 2000}, low = {200, 1500};
  int most = 1200, least = 300;
  unsigned end = 1700;
  rows(a, &high, &low);
  rows(a, &low, &high);
  rows(a, &wide, NULL);
  limited(a, 2000, &most);
  limited(a, 1000, &most);
  limited(a, 0, NULL);
  three(a, 2000, &wide, &most);
  three(a, 0, NULL, NULL);
  three(a, 5, &high, (int[2001]){[2000] = 4});
  down(a, 2000, &least);
  down(a, 0, NULL);
  until(a, 2000, &end);
  until(a, 1000, &end);
  until(a, 0, NULL);
  double sum = 0;
  for (int i = 0; i < 3000; i++)
    sum = sum * 0.5 + a[i];
  printf("%.17g\n", sum);
  return 0;
}
