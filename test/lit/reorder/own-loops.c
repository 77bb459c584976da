// A statement in fewer loops than others stands behind or in front of their iterations, whichever loop is the outer one in
// the source. A variable's elements are neighbors in the loop in which the arrays' are.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O2 | FileCheck %s
enum { N = 1000 };
double l[N][N], x[N][N];

// CHECK: {{^}}nest {{.*}}own-loops.c:[[#@LINE+2]]:3 tiled 128, 8 iterations unrolled, loop over 'j' innermost
void solve(void) {
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++) {
      for (int k = 0; k < i; k++)
        x[i][j] -= l[i][k] * x[k][j];
      x[i][j] /= l[i][i];
    }
}

// CHECK: {{^}}nest {{.*}}own-loops.c:[[#@LINE+2]]:3 {{.*}}loop over 'j' innermost
void solve_with_variable(void) {
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++) {
      double rest = x[i][j];
      for (int k = 0; k < i; k++)
        rest -= l[i][k] * x[k][j];
      x[i][j] = rest / l[i][i];
    }
}

// No order of the two statements is allowed in an iteration over k.
// CHECK: {{^}}kept {{.*}}own-loops.c:[[#@LINE+2]]:3
void both_ways(void) {
  for (int i = 1; i < N; i++)
    for (int k = 1; k < N; k++) {
      x[i][k] = x[i - 1][k - 1] + x[i][k - 1];
      x[i - 1][k - 1] = x[i][k] * 0.5;
    }
}

// CHECK: void solve(
// CHECK: #pragma kasuri reordered
// CHECK: for (int [[TILES:j_til[e_]*]] = 0;
// CHECK: for (int i_p
// CHECK: for (int k_b
// CHECK: for (int j_p{{[a-z_]*}} = [[TILES]];
// CHECK: x[i][j] -= l[i][k] * x[k][j];
// CHECK: for (int j_p{{[a-z_]*}} = [[TILES]];
// CHECK: x[i][j] /= l[i][i];

// CHECK: void solve_with_variable(
// CHECK: rest_all[(i_number) * 1000 + j_number] = x[i][j];
