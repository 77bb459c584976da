/* PARALLEL: 3
 * Static memory of called functions, which each call fills before it reads it: also through helpers, in loops of
 * its own, and in two functions of one name. */
#include <stdio.h>
#include <string.h>

enum { N = 900, W = 24 };
static double in[N][W], out[N];
static int ranks[N];

static void order(double *values, int count) {
  for (int i = 1; i < count; i++) {
    double value = values[i];
    int k = i;
    for (; k > 0 && values[k - 1] > value; k--)
      values[k] = values[k - 1];
    values[k] = value;
  }
}

static double middle(const double *row) {
  static double sorted[W];
  memcpy(sorted, row, sizeof sorted);
  order(sorted, W);
  return sorted[W / 2] + sorted[0] / 3;
}

static int count_up(const double *row, int least) {
  static int digits[10], used;
  used = 0;
  memset(digits, 0, sizeof digits);
  for (int k = 0; k < W; k++) {
    digits[(int)row[k] % 10]++;
    used += row[k] > least;
  }
  return digits[3] * 100 + digits[7] * 10 + used;
}

struct ends {
  double low, high;
  const char *name;
};

static double spread(const double *row) {
  static struct ends ends;
  struct ends *all = &ends;
  all->low = all->high = row[0];
  all->name = row[0] > 9 ? "large" : "small";
  for (int k = 1; k < W; k++) {
    all->low = row[k] < all->low ? row[k] : all->low;
    all->high = row[k] > all->high ? row[k] : all->high;
  }
  return all->high - all->low + all->name[0];
}

int main(void) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int k = 0; k < W; k++)
      in[i][k] = (i * 37 + k * k * 11) % 101;
  for (int i = 0; i < N; i++)
    out[i] = middle(in[i]);
  for (int i = 0; i < N; i++)
    out[i] += spread(in[i]);
  for (int i = 0; i < N; i++)
    ranks[i] = count_up(in[i], i % 90);
  for (int i = 0; i < N; i++)
    sum = sum * 0.75 + out[i] + ranks[i] % 97;
  printf("%.17g\n", sum);
  return 0;
}
