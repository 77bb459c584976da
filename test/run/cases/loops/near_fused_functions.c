// OPTIONS: --no-reorder FLAGS: -O3 -mfma -mavx2
// COMPILER: gcc
// A helper's sum is fused in some functions, and partly in others: a task is compared with the function that it comes from,
// and not with all of them together. What others contain decides what GCC makes of it.
#include <stdio.h>
#include <stddef.h>
#include <stdlib.h>
#include <math.h>
typedef struct { int rows, cols; double *data; } matrix;
enum { N = 45 };
static double mem[4][N * N];
static int imem[N * N];
static double scale = 1.25;
static int gcount, gn = 30;

static void show(const char *name) {
  double all = 0;
  for (int k = 0; k < 4; k++)
    for (int i = 0; i < N * N; i++)
      all += mem[k][i];
  unsigned long h = all > 1e300;
  for (size_t i = 0; i < sizeof mem; i++) h = h * 31 + ((unsigned char *)mem)[i];
  for (int i = 0; i < N * N; i++) all += imem[i] * 0.001;
  printf("%s %lu %d %a\n", name, h, gcount, scale);
  for (int k = 0; k < 4; k++)
    for (int i = 0; i < N * N; i++)
      mem[k][i] = ((i * 7 + k * 5) % 23 + 0.1) / 4.3;
  for (int i = 0; i < N * N; i++) imem[i] = i % 7;
}
/* 1: callee writes a global that is the bound, a global scale */
static double dotg(const double *x, const double *y, int n) {
  double s = 0;
  for (int k = 0; k < n; k++) s += x[k] * y[k * N];
  scale = scale * 1.0000001;
  return s;
}
__attribute__((noinline)) void a1(double *to, const double *x, const double *y) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      to[i * N + j] = dotg(x + i * N, y + j, N) * scale;
}
static double dot(const double *x, const double *y, int n) {
  double s = 0;
  for (int k = 0; k < n; k++) s += x[k] * y[k * N];
  return s;
}
__attribute__((noinline)) void a2(double *to, const double *x, const double *y) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      to[i * N + j] += dot(x + i * N, y + j, gn) * to[i * N + j];
}
/* order of arguments: two calls */
static double first(double *x, int n) {
  double s = 0;
  for (int k = 0; k < n; k++) s += x[k];
  return s;
}
__attribute__((noinline)) void a3(double *to, double *x, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * N + j] = first(x + i * N, j) - first(x + j * N, i) * first(x, n);
}
/* in-place triangular solve through helper with += and alias of target and source row */
static double part(const double *l, const double *x, int n) {
  double s = 0;
  for (int k = 0; k < n; k++) s += l[k] * x[k * N];
  return s;
}
__attribute__((noinline)) void a4(double *x, const double *l, int n) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      x[i * N + j] = (x[i * N + j] - part(l + i * N, x + j, i)) / 3.1;
}
__attribute__((noinline)) void a5(double *x, const double *l, int n) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      x[i * N + j] -= part(l + i * N, x + j, i);
}
/* pointer variable that repeats, base changed by an inner statement through the struct */
__attribute__((noinline)) void a6(matrix *m, double *to, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      const double *row = m->data + i * m->cols;
      double t = row[j];
      for (int k = 0; k < n; k++)
        to[i * N + k] += t * m->data[k * m->cols + j];
    }
}
/* repeated variable with a narrow type and overflow behaviour */
__attribute__((noinline)) void a7(double *to, const double *x, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      unsigned char c = i * 7 + 200;
      short h = (short)(c * 300);
      for (int k = 0; k < 3; k++)
        to[i * N + j] += x[(c & 31) * N + j + k] + h;
    }
}
/* repeated variable named like one inside */
__attribute__((noinline)) void a8(double *to, const double *x, int n) {
  for (int i = 0; i < n; i++) {
    int at = i * N;
    for (int j = 0; j < n; j++) {
      int to2 = at + j;
      for (int k = 0; k < 3; k++) {
        double at = x[to2] * 2;
        to[to2] += at;
      }
      to[to2] += x[at + 0];
    }
  }
}
/* repeated: reads a global array that the nest writes under another name */
static int where[N];
__attribute__((noinline)) void a9(double *to, int *w, int n) {
  for (int i = 0; i < n; i++) {
    int p = where[i];
    for (int j = 0; j < n; j++) {
      to[p * N + j] += 1;
      w[i] = (i * 5) % N;
    }
  }
}
/* calls under conditions, in conditions of loops */
static int count(const double *x, int n) {
  int c = 0;
  for (int k = 0; k < n; k++) c += x[k] > 2;
  return c;
}
__attribute__((noinline)) void a10(double *to, const double *x, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < count(x + i * N, n); j++)
      to[i * N + j] += 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      imem[i * N + j] = (j > 3 && count(x + i * N, j)) + (i > 2 ? count(x, i) : 0);
}
/* static name clash: body declares what the caller passes */
static double clash(const double *s, int i, int n) {
  double k = 0;
  for (int j = 0; j < n; j++) k += s[i * N + j];
  return k;
}
__attribute__((noinline)) void a11(double *k, const double *s, int n) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      k[i * N + j] = clash(s, j, i) + clash(s + i, j + 1 < n ? j : 0, j);
}
/* void function with several loops, nested helper levels */
static void rowaxpy(double *y, const double *x, double a, int n) { for (int i = 0; i < n; i++) y[i] += a * x[i]; }
static void rowop(matrix *m, int to, int from, double a) { rowaxpy(m->data + to * m->cols, m->data + from * m->cols, a, m->cols); }
static void eliminate(matrix *m, int k) {
  for (int i = k + 1; i < m->rows; i++) {
    double f = -m->data[i * m->cols + k] / (m->data[k * m->cols + k] + 30);
    rowop(m, i, k, f);
  }
}
__attribute__((noinline)) void a12(matrix *m) {
  for (int k = 0; k < m->rows; k++) eliminate(m, k);
}
/* int products: overflow semantic, unsigned */
static unsigned udot(const int *x, const int *y, unsigned n) {
  unsigned s = 0;
  for (unsigned k = 0; k < n; k++) s += (unsigned)x[k] * (unsigned)y[k * N];
  return s;
}
__attribute__((noinline)) void a13(int *to, const int *x, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * N + j] = udot(x + i * N, x + j, n) & 15;
}
/* return value of another type */
static int idot(const double *x, int n) {
  double s = 0;
  for (int k = 0; k < n; k++) s += x[k] * 0.3;
  return s;
}
__attribute__((noinline)) void a14(double *to, const double *x, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * N + j] = idot(x + i * N, j);
}
/* call results ignored, with effects in the returned expression */
static int bump(double *x, int n) {
  for (int k = 0; k < n; k++) x[k] += 1;
  return gcount++;
}
__attribute__((noinline)) void a15(double *x, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      bump(x + i * N, j);
}
/* float args in double params, and const qualifiers, restrict params with aliasing rows */
static void radd(double *restrict y, const double *restrict x, int n) { for (int i = 0; i < n; i++) y[i] += x[i]; }
__attribute__((noinline)) void a16(double *x, int n) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < i; j++)
      radd(x + i * N, x + j * N, n);
}
/* abs, sqrt, products in the sum of the statement with the call */
__attribute__((noinline)) void a17(double *to, const double *x, const double *y, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * N + j] = sqrt(dot(x + i * N, y + j, n)) * x[i] + y[j] * 0.7 - dot(y + i * N, x + j, i) * scale;
}
static void mulrow(double *to, const double *x, const double *y, int n) {
  for (int j = 0; j < n; j++) {
    double s = to[j];
    for (int k = 0; k < n; k++) s -= x[k] * y[k * N + j];
    to[j] = s * 0.5;
  }
}
__attribute__((noinline)) void a18(double *to, const double *x, const double *y, int n) {
  for (int i = 0; i < n; i++) mulrow(to + i * N, x + i * N, y, n);
}
static void mulrow2(double *to, const double *x, const double *y, int n) {
  for (int k = 0; k < n; k++) {
    double f = x[k] * scale;
    for (int j = 0; j < n; j++) to[j] += f * y[k * N + j];
  }
}
__attribute__((noinline)) void a19(double *to, const double *x, const double *y, int n) {
  for (int i = 0; i < n; i++) mulrow2(to + i * N, x + i * N, y, n);
}
/* time steps with swapped grids through a helper that returns the change */
static double step(double *next, const double *now, int n) {
  double most = 0;
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) {
      next[i * N + j] = 0.25 * (now[i * N + j - 1] + now[i * N + j + 1] + now[(i - 1) * N + j] + now[(i + 1) * N + j]);
      most += next[i * N + j] - now[i * N + j];
    }
  return most;
}
__attribute__((noinline)) void a20(double *a, double *b, int n) {
  double d = 0;
  for (int t = 0; t < 7; t++) {
    d += step(b, a, n);
    double *o = a; a = b; b = o;
  }
  mem[3][0] += d;
}
int main(void) {
  matrix m = {N, N, mem[2]};
  for (int i = 0; i < N; i++) where[i] = i * 3 % N;
  for (int n = 0; n < N; n += 22) {
  m.rows = m.cols = n;
  show("start");
  a2(mem[0], mem[1], mem[2]); show("a2");
  a12(&m); show("a12");
  a2(mem[0], mem[0], mem[0] + 1); show("a2");
 }
}
