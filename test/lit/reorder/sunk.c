// A loop without dependences moves into all loops inside of it, and its tiles are dealt out.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O2 | FileCheck %s
enum { N = 1000 };
double b[N][N], l[N][N], c[N][N], d[N][N];

// CHECK: nest {{.*}}sunk.c:[[#@LINE+2]]:3 tiled 128, 8 iterations unrolled, loop over 'j' innermost
void triangular(void) {
  for (int i = N - 1; i >= 0; i--)
    for (int j = 0; j < N; j++) {
      b[i][j] = l[i][i] * b[i][j];
      for (int k = 0; k < i; k++)
        b[i][j] += l[i][k] * b[k][j];
    }
}

// Of two such loops, the one over elements that are neighbors.
// CHECK: nest {{.*}}sunk.c:[[#@LINE+2]]:3 tiled 128, 8 iterations unrolled, loop over 'j' innermost
void filtered(void) {
  for (int i = 0; i < N - 8; i++)
    for (int j = 0; j < N - 8; j++)
      for (int k = 0; k < 8; k++) {
        d[i][j] += 0.5;
        for (int m = 0; m < 8; m++)
          d[i][j] += b[i + k][j + m] * l[k][m];
      }
}

// Each iteration over j needs the one before.
// CHECK-NOT: nest
// CHECK: kept {{.*}}sunk.c:[[#@LINE+2]]:3
void carried(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N; j++) {
      c[i][j] = c[i][j - 1] * 0.5;
      for (int k = 0; k < i; k++)
        c[i][j] += l[i][k] * c[k][j - 1];
    }
}

// CHECK: void triangular(
// CHECK: #pragma kasuri reordered
// CHECK: for (int [[TILES:j_til[e_]*]] = 0; [[TILES]] <= 999; [[TILES]] += 128) {
// CHECK: for (int i_p
// CHECK: for (int k_b
// CHECK: for (int j_p{{[a-z_]*}} = [[TILES]];
// CHECK: b[i][j] += l[i][k] * b[k][j];
// CHECK: for (int j_p{{[a-z_]*}} = [[TILES]];
// CHECK: b[i][j] = l[i][i] * b[i][j];
