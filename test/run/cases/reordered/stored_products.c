// FLAGS: -O3 -mfma -mavx2
// COMPILER: gcc
// PARALLEL: 1
// AGAIN: --tile=8
// Statements that store a product of sums, of which GCC's account says what is fused: no other statement takes the product
// up, and the sums are the same.
#include <stdio.h>
#include <string.h>

enum { N = 74, STEPS = 9 };
static double u[N][N], v[N][N], d[N][N], c[N], scale[N];
static float f[N][N], g[N][N], planes[3][N][N];
static int rows[3][N][N];

static void fill(void) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      u[i][j] = 1.0 / (1 + i * 3 + j);
      v[i][j] = d[i][j] = 0;
      f[i][j] = 1.0f / (1 + i + j * 2);
      g[i][j] = 0;
    }
    c[i] = 0.3 / (1.5 + i % 5);
    scale[i] = 1 / (1.6 + i % 7 * 0.1);
  }
}

/* Columns, then rows: what is stored is a term in another loop. */
__attribute__((noinline)) static void directions(void) {
  const double r = 0.3;
  for (int t = 0; t < STEPS; t++) {
    for (int j = 1; j < N - 1; j++) {
      for (int i = 1; i < N - 1; i++)
        d[i][j] = (r * u[i][j - 1] + (1 - 2 * r) * u[i][j] + r * u[i][j + 1] + r * d[i - 1][j]) * scale[i];
      for (int i = N - 2; i > 0; i--)
        v[i][j] = d[i][j] + c[i] * v[i + 1][j];
    }
    for (int i = 1; i < N - 1; i++) {
      for (int j = 1; j < N - 1; j++)
        d[i][j] = (r * v[i - 1][j] + (1 - 2 * r) * v[i][j] + r * v[i + 1][j] + r * d[i][j - 1]) * scale[j];
      for (int j = N - 2; j > 0; j--)
        u[i][j] = d[i][j] + c[j] * u[i][j + 1];
    }
  }
}

/* The product is a term of the next loop's only sum, which would take it up there. */
__attribute__((noinline)) static void columns(float w) {
  for (int j = 1; j < N - 1; j++) {
    for (int i = 1; i < N - 1; i++)
      f[i][j] = (f[i][j] + w * g[i - 1][j]) * f[i - 1][j];
    for (int i = 1; i < N - 1; i++)
      g[i][j] = f[i][j] + g[i - 1][j] * w;
  }
}

/* A sum without products beside sums with some, and rows of a plane by constants and by a counter. */
__attribute__((noinline)) static void halve(int plane) {
  for (int j = 0; j < N; j++) {
    planes[plane][0][j] = f[0][j];
    planes[plane][N / 2 - 1][j] = f[N - 1][j];
    for (int i = 1; i < N / 2 - 1; i++)
      planes[plane][i][j] = (f[2 * i - 1][j] + 6 * f[2 * i][j] + f[2 * i + 1][j]) / 8;
  }
}

/* Row 1 is written before the loop, and read in it. */
__attribute__((noinline)) static void add_rows(int plane) {
  for (int j = 0; j < N; j++) {
    rows[plane][1][j] = j + plane;
    for (int i = 2; i < N; i++)
      rows[plane][i][j] = rows[plane][i - 1][j] * 3 + rows[plane][1][j];
  }
}

static void show(const char *name, const void *numbers, size_t size) {
  unsigned hash = 1;
  for (size_t i = 0; i < size; i++)
    hash = hash * 31 + ((const unsigned char *)numbers)[i];
  printf("%s %u\n", name, hash);
}

int main(void) {
  fill();
  directions();
  columns(0.37f);
  for (int plane = 0; plane < 3; plane++) {
    halve(plane);
    add_rows(plane);
  }
  show("u", u, sizeof u);
  show("v", v, sizeof v);
  show("d", d, sizeof d);
  show("f", f, sizeof f);
  show("g", g, sizeof g);
  show("planes", planes, sizeof planes);
  show("rows", rows, sizeof rows);
  return 0;
}
