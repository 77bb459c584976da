// A variable that is declared in front of the loops between its declaration and the only statement that uses it: the
// statement gets a declaration, unless its text has it.
// RUN: kasuri %s --dump=reorder --stop-after=reorder | FileCheck %s
enum { N = 600 };
double a[N][N], b[N][N], c[N][N], d[N][N];

// CHECK: {{^}}nest {{.*}}late-locals.c:[[#@LINE+9]]:3
// CHECK: #line [[#@LINE+10]] "
// CHECK-NEXT: double half __attribute__((__unused__));
// CHECK-NEXT: sum_all{{.*}} = 0;
// CHECK: double half;
// CHECK-NEXT: #line [[#@LINE+10]] "
// CHECK-NEXT: half = {{.*}};
// CHECK-NEXT: c[i][j] = half
void behind_a_loop(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double half;
      double sum = 0;
      for (int k = 0; k < N; k++)
        sum += a[i][k] * b[k][j];
      half = sum / 2;
      c[i][j] = half + 1;
    }
}

// CHECK: {{^}}void declared_there
// CHECK-NOT: double half
// CHECK: double twice = 2, half;
// CHECK-NOT: double half
// CHECK: } else
void declared_there(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = 0;
      for (int k = 0; k < N; k++)
        sum += a[i][k] * b[k][j];
      double twice = 2, half;
      half = sum / twice;
      c[i][j] = half + 1;
    }
}

int main(void) { return 0; }
