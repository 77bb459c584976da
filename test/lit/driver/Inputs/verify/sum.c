/* Three layers: fill, last and sum. Writes out.txt if it has an argument, which it gives back as its status if there is
 * a second one. */
#include <stdio.h>
#include <stdlib.h>

static double a[60000], b[60000];

static void fill(int n, double from) {
  for (int i = 0; i < n; i++)
    a[i] = from + i * 0.5;
}

int main(int argc, char **argv) {
  double from = 0, last = 0, sum = 0;
  if (scanf("%lf", &from) < 1)
    from = 1;
  fill(60000, from);
  for (int i = 0; i < 60000; i++) {
    double t = a[i] * 3 + 1;
    b[i] = t / (i + 1);
    last = t;
  }
  for (int i = 0; i < 60000; i++)
    sum += b[i];
  printf("%.17g\n", sum);
  fprintf(stderr, "last %g\n", last);
  if (argc > 1) {
    FILE *out = fopen(argv[1], "w");
    if (out == NULL)
      return 1;
    fprintf(out, "%.17g\n", sum);
    fclose(out);
  }
  return argc > 2 ? atoi(argv[2]) : 0;
}
