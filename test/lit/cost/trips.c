// Trip counts: from constants through variables, arguments and members; in the mean where an outer loop decides; else guesses, and the confidence says so.
// RUN: kasuri %s --machine=%S/../Inputs/cores-2.json --dump=cost --stop-after=cost | FileCheck %s
struct picture { int width, height; char *pixels; };
double a[100], table[3000];
int input(void);

// CHECK: function scale
// CHECK: line [[@LINE+2]]: 512 iterations, {{[0-9]+}} ns, {{high|medium}}
static void scale(double *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}

// The only call says 64.
// CHECK: function triangle
// CHECK: line [[@LINE+4]]: 64 iterations,
// CHECK: line [[@LINE+4]]: 32 iterations (a guess), {{[0-9]+}} ns, medium
static double triangle(int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      s += a[j];
  return s;
}

// CHECK: function walk
// CHECK: line [[@LINE+3]]: 3000 iterations (a guess), {{[0-9]+}} ns, medium
// CHECK: line [[@LINE+4]]: 20 iterations (a guess), {{[0-9]+}} ns, low
static void walk(int n, double *x) {
  for (int i = 0; i < n; i++)
    table[i] = i;
  for (int i = 0; i < n; i++)
    x[i] = i;
}

// CHECK: function search
// CHECK: line [[@LINE+2]]: 500 iterations (a guess), {{[0-9]+}} ns, medium
static int search(int wanted) {
  for (int i = 0; i < 1000; i++)
    if (table[i] > wanted)
      return i;
  return -1;
}

static void shape(struct picture *p, int width) {
  p->width = width;
  p->height = 480;
}

// CHECK: function fill
// CHECK: line [[@LINE+3]]: 480 iterations (a guess), {{[0-9]+}} ns, medium
// CHECK: line [[@LINE+3]]: 640 iterations (a guess), {{[0-9]+}} ns, medium
static void fill(struct picture *p) {
  for (int y = 0; y < p->height; y++)
    for (int x = 0; x < p->width; x++)
      p->pixels[y * p->width + x] = 0;
}

// How iterations change, in the share of the time that changes; sizes that are not known are taken for equal.
// CHECK: function slopes
// CHECK: line [[@LINE+8]]: {{.*}}, shrinking by 100 %
// CHECK: line [[@LINE+10]]: {{.*}}, growing by 100 %
// CHECK: line [[@LINE+12]]: {{.*}}, growing by 33 %
// CHECK: line [[@LINE+17]]: {{[^%]*$}}
// CHECK: line [[@LINE+19]]: {{[^%]*$}}
// Neither a stretch of always the same length nor a remainder is one.
static double big[1000][1000];
static void slopes(int n) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      big[i][j] *= 2;
  for (int i = n - 1; i >= 0; i--)
    for (int j = i + 1; j < n; j++)
      big[i][j] += 2;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      big[i][j] *= 3;
    for (int j = 0; j < i; j++)
      big[i][j] += 3;
  }
  for (int i = 0; i < n; i++)
    for (int j = i; j < i + 9; j++)
      big[i][j] *= 4;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i % 8; j++)
      big[i][j] *= 5;
}

// A body that runs once, with or without a way out of it.
// CHECK: function once
// CHECK: line [[@LINE+4]]: 1 iterations, {{[0-9]+}} ns, high
// CHECK: line [[@LINE+4]]: 1 iterations,
#define SWAP(a, b) do { double old = a; a = b; b = old; } while (0)
static void once(double *x) {
  SWAP(x[0], x[1]);
  do {
    if (x[0] > 1)
      break;
    x[0] *= 2;
  } while (0);
}

// Unless the user says otherwise.
// CHECK: function main
// CHECK: line [[@LINE+7]]: 700 iterations (a guess),
int main(int argc, char **argv) {
  struct picture picture;
  int n = argc > 1 ? input() : 700, m = 64, count = 0;
  while (input())
    count++;
  double b[512];
  for (int i = 0; i < n; i++)
    table[i % 3000] += i;
  scale(b, 512);
  once(b);
  walk(count, b);
  shape(&picture, 640);
  fill(&picture);
  slopes(count);
  return search(argc) + (int)triangle(m);
}
