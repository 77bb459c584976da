// Updates in place: rows are computed at the same time, each some places behind the one before.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O2 | FileCheck %s
enum { N = 400 };
double a[N][N], b[N][N];

// CHECK: {{^}}nest {{.*}}skewed-lanes.c:[[#@LINE+2]]:3 8 iterations of 'i' unrolled, each 2 of 'j' behind the one before
void neighbors(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        a[i][j] = (a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i + 1][j]) / 4;
}

// Too far to the right.
// CHECK: {{^}}kept {{.*}}skewed-lanes.c:[[#@LINE+2]]:3
void far_right(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 4; j++)
        b[i][j] = (b[i - 1][j + 3] + b[i][j - 1] + b[i + 1][j]) / 4;
}

// CHECK: #pragma kasuri {{generated}}
// CHECK: for (int {{t_point_*}} =
// CHECK: #pragma kasuri {{columns}}
// CHECK: for (int {{i_block_*}} =
// CHECK: for (int {{j_point_*}} =
// CHECK: for (int {{i_lane_*}} = 0; {{i_lane_*}} <= 7;
