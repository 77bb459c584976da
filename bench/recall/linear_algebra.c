/* Dense linear algebra: products, factorizations, solvers, norms. */
#include <math.h>
#include <string.h>

#include "suite.h"

enum { SIZE = 40 };

static double a[SIZE][SIZE], b[SIZE][SIZE], c[SIZE][SIZE], l[SIZE][SIZE], x[SIZE], y[SIZE], r[SIZE], p[SIZE], q[SIZE];
static int pivots[SIZE];

static void multiply(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    /* parallel */
    for (int j = 0; j < n; j++) {
      c[i][j] = 0;
      /* parallel: reduction(c) */
      for (int k = 0; k < n; k++)
        c[i][j] += a[i][k] * b[k][j];
    }
}

static void multiply_by_rows(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    /* parallel: reduction(c) */
    for (int k = 0; k < n; k++) {
      double factor = a[i][k];
      /* parallel */
      for (int j = 0; j < n; j++)
        c[i][j] += factor * b[k][j];
    }
}

static void multiply_blocked(int n, int block) {
  /* parallel */
  for (int ii = 0; ii < n; ii += block)
    /* parallel: reduction(c) */
    for (int kk = 0; kk < n; kk += block)
      /* parallel */
      for (int i = ii; i < (ii + block < n ? ii + block : n); i++)
        /* parallel: reduction(c) */
        for (int k = kk; k < (kk + block < n ? kk + block : n); k++)
          /* parallel */
          for (int j = 0; j < n; j++)
            c[i][j] += a[i][k] * b[k][j];
}

static void matrix_vector(int n) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    double sum = 0;
    /* parallel: reduction(sum) */
    for (int j = 0; j < n; j++)
      sum += a[i][j] * x[j];
    y[i] = sum;
  }
}

static void transposed_vector(int n) {
  memset(q, 0, sizeof q);
  /* parallel: reduction(q) */
  for (int i = 0; i < n; i++)
    /* parallel */
    for (int j = 0; j < n; j++)
      q[j] += a[i][j] * x[i];
}

static void outer_product(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    /* parallel */
    for (int j = 0; j < n; j++)
      a[i][j] += x[i] * y[j] * 0.01;
}

static void symmetric_rank(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    /* parallel */
    for (int j = 0; j <= i; j++) {
      double sum = 0;
      /* parallel: reduction(sum) */
      for (int k = 0; k < n; k++)
        sum += a[i][k] * a[j][k];
      c[i][j] = c[j][i] = sum;
    }
}

static double norm(int n) {
  double sum = 0;
  /* parallel: reduction(sum) */
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i];
  return sqrt(sum);
}

static double greatest_row_sum(int n) {
  double most = 0;
  /* parallel: reduction(most) */
  for (int i = 0; i < n; i++) {
    double sum = 0;
    /* parallel: reduction(sum) */
    for (int j = 0; j < n; j++)
      sum += fabs(a[i][j]);
    if (sum > most)
      most = sum;
  }
  return most;
}

static void factorize(int n) {
  /* sequential: elimination column by column */
  for (int k = 0; k < n; k++) {
    int at = k;
    /* parallel: reduction(at) */
    for (int i = k + 1; i < n; i++)
      if (fabs(a[i][k]) > fabs(a[at][k]))
        at = i;
    pivots[k] = at;
    if (at != k)
      /* parallel */
      for (int j = 0; j < n; j++) {
        double kept = a[k][j];
        a[k][j] = a[at][j];
        a[at][j] = kept;
      }
    /* parallel */
    for (int i = k + 1; i < n; i++) {
      a[i][k] /= a[k][k];
      /* parallel */
      for (int j = k + 1; j < n; j++)
        a[i][j] -= a[i][k] * a[k][j];
    }
  }
}

static void solve(int n) {
  /* sequential: forward substitution */
  for (int i = 0; i < n; i++) {
    double sum = y[i];
    /* parallel: reduction(sum) */
    for (int j = 0; j < i; j++)
      sum -= a[i][j] * x[j];
    x[i] = sum;
  }
  /* sequential: backward substitution */
  for (int i = n - 1; i >= 0; i--) {
    double sum = x[i];
    /* parallel: reduction(sum) */
    for (int j = i + 1; j < n; j++)
      sum -= a[i][j] * x[j];
    x[i] = sum / a[i][i];
  }
}

static void solve_many(int n, int sides) {
  /* parallel */
  for (int s = 0; s < sides; s++)
    /* sequential: forward substitution */
    for (int i = 0; i < n; i++)
      /* parallel: reduction(b), in order */
      for (int j = 0; j < i; j++)
        b[i][s] -= a[i][j] * b[j][s];
}

static void cholesky(int n) {
  /* sequential: column by column */
  for (int j = 0; j < n; j++) {
    double sum = c[j][j] + n * 50;
    /* parallel: reduction(sum) */
    for (int k = 0; k < j; k++)
      sum -= l[j][k] * l[j][k];
    l[j][j] = sqrt(fabs(sum) + 1);
    /* parallel */
    for (int i = j + 1; i < n; i++) {
      double rest = c[i][j];
      /* parallel: reduction(rest) */
      for (int k = 0; k < j; k++)
        rest -= l[i][k] * l[j][k];
      l[i][j] = rest / l[j][j];
    }
  }
}

static void orthogonalize(int n) {
  /* sequential: each column is made orthogonal to the ones before */
  for (int k = 0; k < n; k++) {
    double length = 0;
    /* parallel: reduction(length) */
    for (int i = 0; i < n; i++)
      length += b[i][k] * b[i][k];
    length = sqrt(length) + 1e-9;
    /* parallel */
    for (int i = 0; i < n; i++)
      b[i][k] /= length;
    /* parallel */
    for (int j = k + 1; j < n; j++) {
      double product = 0;
      /* parallel: reduction(product) */
      for (int i = 0; i < n; i++)
        product += b[i][k] * b[i][j];
      /* parallel */
      for (int i = 0; i < n; i++)
        b[i][j] -= product * b[i][k];
    }
  }
}

static int conjugate_gradients(int n) {
  double rr = 0;
  /* parallel: reduction(rr) */
  for (int i = 0; i < n; i++) {
    x[i] = 0;
    r[i] = p[i] = y[i];
    rr += r[i] * r[i];
  }
  int steps = 0;
  /* sequential: each step works on the one before */
  while (steps < 10 && rr > 1e-9) {
    double pq = 0, next = 0;
    /* parallel: reduction(pq) */
    for (int i = 0; i < n; i++) {
      double sum = 100 * p[i];
      /* parallel: reduction(sum) */
      for (int j = 0; j < n; j++)
        sum += c[i][j] * p[j];
      q[i] = sum;
      pq += p[i] * sum;
    }
    double alpha = rr / pq;
    /* parallel: reduction(next) */
    for (int i = 0; i < n; i++) {
      x[i] += alpha * p[i];
      r[i] -= alpha * q[i];
      next += r[i] * r[i];
    }
    double beta = next / rr;
    /* parallel */
    for (int i = 0; i < n; i++)
      p[i] = r[i] + beta * p[i];
    rr = next;
    steps++;
  }
  return steps;
}

static void shortest_paths(int n) {
  /* sequential: each step uses the paths found before */
  for (int k = 0; k < n; k++)
    /* parallel if b[k][k] >= 0, so that neither row nor column k changes */
    for (int i = 0; i < n; i++)
      /* parallel if b[k][k] >= 0, so that neither row nor column k changes */
      for (int j = 0; j < n; j++)
        if (b[i][k] + b[k][j] < b[i][j])
          b[i][j] = b[i][k] + b[k][j];
}

static void scale_columns(int n) {
  /* parallel */
  for (int j = 0; j < n; j++) {
    double most = 0;
    /* parallel: reduction(most) */
    for (int i = 0; i < n; i++)
      most = fabs(c[i][j]) > most ? fabs(c[i][j]) : most;
    if (most > 0)
      /* parallel */
      for (int i = 0; i < n; i++)
        c[i][j] /= most;
  }
}

int main(int argc, char **argv) {
  int n = suite_size(argc, argv, 24, SIZE);
  suite_doubles(&a[0][0], SIZE * SIZE);
  suite_doubles(&b[0][0], SIZE * SIZE);
  suite_doubles(x, SIZE);
  multiply(n);
  multiply_by_rows(n);
  multiply_blocked(n, 7);
  matrix_vector(n);
  transposed_vector(n);
  outer_product(n);
  printf("%g %g\n", norm(n), greatest_row_sum(n));
  suite_show("c", c, sizeof c);
  symmetric_rank(n);
  scale_columns(n);
  printf("%d\n", conjugate_gradients(n));
  suite_show("x", x, sizeof x);
  cholesky(n);
  factorize(n);
  solve(n);
  solve_many(n, n);
  orthogonalize(n);
  suite_show("b", b, sizeof b);
  /* parallel */
  for (int i = 0; i < n; i++)
    /* parallel */
    for (int j = 0; j < n; j++)
      b[i][j] = i == j ? 0 : fabs(b[i][j]);
  shortest_paths(n);
  suite_show("a", a, sizeof a);
  suite_show("b", b, sizeof b);
  suite_show("c", c, sizeof c);
  suite_show("l", l, sizeof l);
  suite_show("x", x, sizeof x);
  suite_show("q", q, sizeof q);
  printf("%d\n", pivots[0]);
  return 0;
}
