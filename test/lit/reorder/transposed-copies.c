// Where sums are neighbors, and their terms are read along the columns of an array, the nest reads a copy of these columns.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O3 -ffp-contract=off | FileCheck %s
// RUN: kasuri %s -Rkasuri -o %t -- -O3 -ffp-contract=off 2>&1 | FileCheck %s --check-prefix=REMARK
enum { N = 900 };
double a[N][N], b[N][N], c[N][N];

// CHECK: {{^}}nest {{.*}}transposed-copies.c:[[#@LINE+3]]:3 tiled {{.*}}, loop over 'j' innermost, with 'b[j][k]' copied column by column
// REMARK: :[[#@LINE+2]]:3: remark: loop nest reordered: {{.*}} with 'b[j][k]' copied column by column; {{.*}} [Reordered]
void product(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[j][k];
}

// Only what the nest reads, and only where it reads it often.
// CHECK: {{^}}nest {{.*}}transposed-copies.c:[[#@LINE+2]]:3 {{.*}}with 'a[j][k]' copied column by column
void update(int rows, int terms) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j <= i; j++)
      for (int k = 2; k < terms; k++)
        c[i][j] += a[i][k] * a[j][k];
}

// Too few uses of each element.
// CHECK: {{^}}nest {{.*}}transposed-copies.c:[[#@LINE+2]]:3 {{.*}}, loop over 'k' innermost{{$}}
void few(void) {
  for (int i = 0; i < 15; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[j][k];
}

// The array changes in the nest.
// CHECK: {{^}}nest {{.*}}transposed-copies.c:[[#@LINE+2]]:3 {{.*}}, loop over '{{[jk]}}' innermost{{$}}
void written(void) {
  for (int t = 0; t < 30; t++) {
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        for (int k = 0; k < N; k++)
          c[i][j] += a[i][k] * b[j][k];
    for (int k = 0; k < N; k++)
      for (int j = 0; j < N; j++)
        b[j][k] = c[j][k] * 0.5;
  }
}

// CHECK: void product(
// CHECK: double *const b_col{{u}}mns =
// CHECK: if (__builtin_expect(b_col{{u}}mns != 0, 1)) {
// CHECK-NEXT: #pragma kasuri reordered
// CHECK: for (int j_til{{e}} = 0; j_til{{e}} <= 899; j_til{{e}} += 8) {
// CHECK-NEXT: for (int k_poin{{t}} = 0; k_poin{{t}} <= 899; k_poin{{t}} += 1) {
// CHECK-NEXT: for (int j_poin{{t}} = 0;
// CHECK: b_col{{u}}mns[(k_numbe{{r}}) * 900 + j_numbe{{r}}] = b[j][k];
// CHECK: b_kep{{t}}[k_lan{{e}}] = b_col{{u}}mns[(k_numbe{{r}}) * 900 + j_numbe{{r}}];
// CHECK: __builtin_free(b_col{{u}}mns);
// CHECK: void update(
// CHECK: rows > 16
// CHECK: a_col{{u}}mns[{{.*}}] = a[j][k];
