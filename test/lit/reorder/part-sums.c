// Of several sums in one loop, each may have rounded products in what is done several at a time, and fused ones behind it.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O3 -mfma -mavx2 | FileCheck %s
// CHECK: {{^}}nest {{.*}}part-sums.c:[[#@LINE+3]]:3 8 iterations unrolled, loop over 'k' innermost
void combine(double *restrict y, const double *a, const double *b, const double *x, int rows,
             int terms) {
  for (int i = 0; i < rows; i++) {
    double first = 0, second = 1.5;
    for (int k = 0; k < terms; k++) {
      first += a[i * 1000 + k] * x[k];
      second -= b[i * 1000 + k] * x[k];
    }
    y[i] = first / second;
  }
}

// What is left over reads the same copy.
// CHECK: {{^}}nest {{.*}}part-sums.c:[[#@LINE+3]]:3 {{.*}}, with 'b[j][k]' copied column by column{{$}}
double a[900][900], b[900][900], c[900][900];
void product(int size, int terms) {
  for (int i = 0; i < size; i++)
    for (int j = 0; j < size; j++) {
      double sum = 0;
      for (int k = 0; k < terms; k++)
        sum += a[i][k] * b[j][k];
      c[i][j] = sum;
    }
}

// Nothing is known of the other sums.
// CHECK: {{^}}kept {{.*}}part-sums.c:[[#@LINE+3]]:3: in it, the compiler might fuse other products with sums
void mixed(double *restrict to, const double *from, const float *others, const double *by, int rows,
           int terms) {
  for (int i = 0; i < rows; i++) {
    double first = 0, squares = 0, plain = 0;
    float second = 0;
    for (int k = 0; k < terms; k++) {
      first += from[i * 1000 + k] * by[k];
      plain += by[k];
      squares += by[k] * by[k] * from[i * 1000 + k] + plain;
      second += others[i + k] * others[k];
    }
    to[i] = first / squares + second / plain;
  }
}

// CHECK: void combine(
// CHECK: first_kep{{t}}[i_lan{{e}}] += (a[i * 1000 + k] * x_kep{{t}} + minus_zer{{o}});
// CHECK-NEXT: second_kep{{t}}[i_lan{{e}}] -= (b[i * 1000 + k] * x_kep{{t}} + minus_zer{{o}});
// CHECK: first_al{{l}}[i_numbe{{r}}] = __builtin_fma(a[i * 1000 + k], x{{.*}}, first_al{{l}}[i_numbe{{r}}]);
// CHECK-NEXT: second_al{{l}}[i_numbe{{r}}] = __builtin_fma(-(double)(b[i * 1000 + k]), x{{.*}}, second_al{{l}}[i_numbe{{r}}]);
// CHECK: void product(
// CHECK: double *const b_col{{u}}mns =
// CHECK-NOT: b_col{{u}}mns_
