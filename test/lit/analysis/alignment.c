// Loops that run one after another over the same data: which iterations of the first one those of the second one need.
// RUN: kasuri %s --dump=analysis --stop-after=analysis | FileCheck %s --implicit-check-not=aligned
#define N 1000
struct point {
  double x, y, z;
};
double a[2 * N + 2], b[2 * N + 2], c[2 * N + 2];
double m[N][64], q[N][64];
struct point points[N];
double *rows[N];

void same_index(int n) {
  for (int i = 0; i < n; i++)
    b[i] = a[i] * 2;
  // CHECK: order {{.*}} -> {{.*}}:[[#@LINE+1]]:3 b[i] aligned{{$}}
  for (int i = 0; i < n; i++)
    c[i] = b[i] + 1;
}
void stencil(int n) {
  for (int i = 0; i < n; i++)
    b[i + 1] = a[i] * 2;
  // CHECK: order {{.*}} -> {{.*}}:[[#@LINE+1]]:3 b[i + 1] aligned, halo 1{{$}}
  for (int i = 0; i < n; i++)
    c[i] = b[i] + b[i + 1] + b[i + 2];
}
void one_side(int n) {
  for (int i = 0; i < n; i++)
    b[i] = a[i] * 2;
  // CHECK: order {{.*}} -> {{.*}}:[[#@LINE+1]]:3 b[i] aligned, halo 0 before and 3 after{{$}}
  for (int i = 0; i < n; i++)
    c[i] = b[i] + b[i + 3];
}
void anti(int n) {
  for (int i = 0; i < n; i++)
    b[i] = a[i + 2];
  // CHECK: order {{.*}} -> {{.*}}:[[#@LINE+1]]:3 a[i + 2] aligned, halo 2 before and 0 after{{$}}
  for (int i = 0; i < n; i++)
    a[i] = 1;
}
void output(int n) {
  for (int i = 0; i < n; i++)
    b[i] = 0;
  // CHECK: order {{.*}} -> {{.*}}:[[#@LINE+1]]:3 b[i] aligned, halo 0 before and 1 after{{$}}
  for (int i = 0; i < n; i++)
    b[i + 1] = 1;
}
void other_starts(int n) {
  for (int i = 1; i < n; i++)
    b[i] = a[i] * 2;
  // CHECK: order {{.*}} -> {{.*}}:[[#@LINE+1]]:3 b[i] aligned{{$}}
  for (int i = 0; i <= n - 2; i++)
    c[i] = b[i + 1];
}
void other_strides(int n) {
  for (int i = 0; i < n; i++)
    b[2 * i] = a[i];
  // CHECK: order {{.*}} -> {{.*}}:[[#@LINE+1]]:3 b[2 * i] aligned{{$}}
  for (int i = 0; i < 2 * n; i += 2)
    c[i] = b[i] + b[i + 1];
}
void uneven_strides(int n) {
  for (int i = 0; i < 3 * n - 2; i += 3)
    b[i] = a[i];
  // CHECK: order {{.*}} -> {{.*}}:[[#@LINE+1]]:3 b[i] aligned{{$}}
  for (int i = 0; i < n; i++)
    c[i] = b[3 * i];
}
void even_and_odd(int n) {
  for (int i = 0; i < n; i++)
    b[2 * i] = a[i];
  // CHECK: order {{.*}} -> {{.*}}:[[#@LINE+1]]:3 b[2 * i] aligned{{$}}
  for (int i = 0; i < n; i++)
    b[2 * i + 1] = b[2 * i] + 1;
}
void down(int n) {
  for (int i = n - 1; i >= 0; i--)
    b[i] = a[i] * 2;
  // CHECK: order {{.*}} -> {{.*}}:[[#@LINE+1]]:3 b[i] aligned, halo 1 before and 0 after{{$}}
  for (int i = n - 1; i >= 0; i--)
    c[i] = b[i] + b[i + 1];
}
void up_and_down(int n) {
  for (int i = 0; i < n; i++)
    b[i] = a[i];
  // CHECK: order {{.*}} -> {{.*}}:[[#@LINE+1]]:3 b[i] aligned{{$}}
  for (int i = n; i > 0; i--)
    c[i] = b[n - i];
}
void members(int n) {
  for (int i = 0; i < n; i++)
    points[i].x = a[i];
  // CHECK: order {{.*}} -> {{.*}}:[[#@LINE+1]]:3 points[i].x aligned{{$}}
  for (int i = 0; i < n; i++)
    points[i].y = points[i].x + 1;
}
void walks(int n) {
  double *p = b, *r = b, *s = c;
  for (int i = 0; i < n; i++)
    *p++ = a[i];
  // CHECK: order {{.*}} -> {{.*}}:[[#@LINE+1]]:3 *p++ aligned{{$}}
  for (int i = 0; i < n; i++)
    *s++ = *r++;
}
void pointers(int n) {
  for (double *p = b; p < b + n; p++)
    *p = 3;
  // CHECK: order {{.*}} -> {{.*}}:[[#@LINE+1]]:3 *p aligned{{$}}
  for (double *p = b, *e = b + n; p != e; p++)
    *p += 4;
}
static void row(double *x, const double *y, int n) {
  for (int j = 0; j < n; j++)
    x[j] = y[j] + 1;
}
void rows_by_calls(int n) {
  for (int i = 1; i < n; i++)
    row(m[i], q[i], 64);
  // CHECK: order {{.*}} -> {{.*}}:[[#@LINE+1]]:3 y[j] aligned, halo 1 before and 0 after{{$}}
  for (int i = 1; i < n; i++)
    row(q[i], m[i - 1], 64);
}
void symbolic_rows(double *restrict u, double *restrict v, int n, int w) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 0; j < w; j++)
      v[i * w + j] = u[i * w + j] * 2;
  // CHECK: order {{.*}} -> {{.*}}:[[#@LINE+1]]:3 u[i * w + j] aligned, halo 1{{$}}
  for (int i = 1; i < n - 1; i++)
    for (int j = 0; j < w; j++)
      u[i * w + j] = v[(i - 1) * w + j] + v[(i + 1) * w + j];
}
void private_array(int n) {
  double t[4];
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 4; k++)
      t[k] = a[i] * k;
    b[i] = t[0] + t[3];
  }
  // CHECK: order {{.*}} -> {{.*}}:[[#@LINE+1]]:3 {{.*}} aligned{{$}}
  for (int i = 0; i < n; i++)
    c[i] = b[i];
}
// Of three, the first and the last are as far apart as the offsets say.
void chain(int n) {
  for (int i = 0; i < n; i++)
    b[i] = a[i];
  // CHECK: order {{.*}}:[[#@LINE-2]]:3 -> {{.*}}:[[#@LINE+1]]:3 b[i] aligned{{$}}
  for (int i = 0; i < n; i++)
    c[i] = b[i] + 1;
  // CHECK: order {{.*}}:[[#@LINE-5]]:3 -> {{.*}}:[[#@LINE+2]]:3 b[i] aligned, halo 0 before and 1 after{{$}}
  // CHECK: order {{.*}}:[[#@LINE-3]]:3 -> {{.*}}:[[#@LINE+1]]:3 c[i] aligned{{$}}
  for (int i = 0; i < n; i++)
    m[i][0] = c[i] + b[i + 1];
}
