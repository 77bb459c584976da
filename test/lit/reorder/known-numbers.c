// What a compiler may know of the factors of two products: numbers that differ tell these apart, also those that only
// variables, parameters and members hold.
// RUN: kasuri %s --dump=reorder --stop-after=reorder --min-gain=0 -- -O3 -march=haswell | FileCheck %s
enum { N = 140, STEPS = 60 };
double a[N][N], b[N][N];

struct weights {
  double own, other;
};

static double own = 0.4, other = 0.1;

// CHECK: {{^}}nest {{.*}}known-numbers.c:[[#@LINE+2]]:3 tiled
void variables(void) {
  for (int t = 0; t < STEPS; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        b[i][j] = own * a[i][j] + other * (a[i - 1][j] + a[i][j - 1]);
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        a[i][j] = b[i][j] - b[i][j - 1];
  }
}

// CHECK: {{^}}nest {{.*}}known-numbers.c:[[#@LINE+2]]:3 tiled
static void parameters(double r) {
  for (int t = 0; t < STEPS; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        b[i][j] = r * a[i][j] + (1 - 2 * r) * (a[i - 1][j] + a[i][j - 1]);
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        a[i][j] = b[i][j] - b[i][j - 1];
  }
}

// CHECK: {{^}}nest {{.*}}known-numbers.c:[[#@LINE+2]]:3 tiled
static void members(const struct weights *w) {
  for (int t = 0; t < STEPS; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        b[i][j] = w->own * a[i][j] + w->other * (a[i - 1][j] + a[i][j - 1]);
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        a[i][j] = b[i][j] - b[i][j - 1];
  }
}

// The variables hold 0 and what is in memory; GCC has the last sum at the name of the variable.
// CHECK: {{^}}nest {{.*}}known-numbers.c:[[#@LINE+2]]:3 {{.*}}loop over 'i' innermost
static void filtered(float *restrict to, const float *restrict from, int rows, int cols) {
  for (int i = 0; i < rows; i++) {
    float x1 = 0, x2 = 0, y1 = 0;
    for (int j = 0; j < cols; j++) {
      float y = 0.15f * x1 + -0.1f * x2 + 0.8f * y1;
      x2 = x1;
      x1 = from[i + j * (long)rows];
      y1 = to[i + j * (long)rows] = y;
    }
  }
}

void all(float *to, float *from, int rows, int cols) {
  const struct weights w = {0.3, 0.2};
  parameters(0.3);
  members(&w);
  filtered(to, from, rows, cols);
}

// CHECK: void variables(
// CHECK: b[i][j] = __builtin_fma(own, a[i][j], other * (a[i - 1][j] + a[i][j - 1]));
// CHECK: void parameters(
// CHECK: b[i][j] = __builtin_fma(r, a[i][j], (1 - (2 * r + minus{{.*}})) * (a[i - 1][j] + a[i][j - 1]));
// CHECK: void members(
// CHECK: b[i][j] = __builtin_fma([[OWN:w.*]], a[i][j], [[OTHER:w.*]] * (a[i - 1][j] + a[i][j - 1]));
// CHECK: void filtered(
// CHECK: __builtin_fmaf(0.8f, {{.*}}, __builtin_fmaf(0.15f, {{.*}}, -0.1f * {{.*}}
