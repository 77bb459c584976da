// Rows and planes with constant numbers are those of an array with more dimensions: the row that all iterations read must not
// change before they have.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O3 -ffp-contract=off | FileCheck %s
enum { N = 400 };
double cube[3][N][N], x[N];

// CHECK: {{^}}nest {{.*}}constant-rows.c:[[#@LINE+2]]:3
void other_row(int plane) {
  for (int j = 0; j < N - 1; j++)
    for (int i = 1; i < N; i++)
      cube[plane][i][j] = 0.5 * cube[1][0][j + 1] + x[i];
}

// CHECK: {{^}}nest {{.*}}constant-rows.c:[[#@LINE+2]]:3
void other_plane(void) {
  for (int j = 0; j < N - 1; j++)
    for (int i = 0; i < N; i++)
      cube[2][i][j] = 0.5 * cube[1][7][j + 1] + x[i];
}

// CHECK: {{^}}kept {{.*}}constant-rows.c:[[#@LINE+2]]:3: no order is allowed
void same_row(int plane) {
  for (int j = 0; j < N - 1; j++)
    for (int i = 0; i < N; i++)
      cube[plane][i][j] = 0.5 * cube[1][0][j + 1] + x[i];
}
