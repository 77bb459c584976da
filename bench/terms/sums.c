// Floating-point sums that keep their order: of one term per iteration, of many, and into elements of an array.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 400000, POINTS = 900 };
static double x[N], weight[64], force[POINTS], at[POINTS];
static int key[N];

static double one_term(void) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += sin(x[i]);
  return sum;
}

static double many_terms(void) {
  double sum = 0;
  for (int i = 0; i < N / 50; i++)
    for (int j = 0; j < 50; j++)
      sum += log(2 + x[i * 50 + j]);
  return sum;
}

static double by_key(void) {
  for (int i = 0; i < N; i++)
    weight[key[i]] += exp(-x[i]);
  return weight[5];
}

static double pairs(void) {
  for (int i = 0; i < POINTS; i++)
    for (int j = i + 1; j < POINTS; j++) {
      const double f = pow(fabs(at[i] - at[j]) + 0.1, -2.7);
      force[i] += f;
      force[j] -= f;
    }
  return force[7];
}

static double plain(void) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += x[i];
  return sum;
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  for (int i = 0; i < N; i++) {
    x[i] = i % 1000 * 0.01;
    key[i] = i * 31 & 63;
  }
  for (int i = 0; i < POINTS; i++)
    at[i] = i * 0.37;
  double result = 0;
  for (int r = 0; r < atoi(argv[2]); r++) {
    if (!strcmp(argv[1], "one_term"))
      result = result / 2 + one_term();
    else if (!strcmp(argv[1], "many_terms"))
      result = result / 2 + many_terms();
    else if (!strcmp(argv[1], "by_key"))
      result = result / 2 + by_key();
    else if (!strcmp(argv[1], "pairs"))
      result = result / 2 + pairs();
    else
      result = result / 2 + plain();
    x[r % N] += 1e-9;
  }
  printf("%.17g\n", result);
  return 0;
}
