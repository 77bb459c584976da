// Nests that the source has in one parallel loop are in tiles of it together, where both go through an array.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O3 -ffp-contract=off | FileCheck %s
enum { N = 900 };
double a[N][N], b[N][N], q[N], s[N], t[N];

// CHECK: {{^}}nest {{.*}}common-loop.c:[[#@LINE+2]]:3 tiled 128, 8 iterations unrolled, loop over 'j' innermost; tiled 128, 4 iterations unrolled, loop over 'j' innermost{{$}}
void project(void) {
  for (int j = 0; j < N; j++) {
    for (int i = 0; i < N; i++)
      s[j] += a[i][j] * q[i];
    for (int i = 0; i < N; i++)
      a[i][j] -= q[i] * s[j];
  }
}

// Each goes through an array of its own.
// CHECK: {{^}}nest {{.*}}common-loop.c:[[#@LINE+2]]:3 tiled 256, 8 iterations unrolled, loop over 'j' innermost{{$}}
void apart(void) {
  for (int j = 0; j < N; j++) {
    for (int i = 0; i < N; i++)
      s[j] += a[i][j] * q[i];
    for (int i = 0; i < N; i++)
      t[j] += b[i][j] * s[j];
  }
}

// The second one reads what other iterations write.
// CHECK: {{^}}nest {{.*}}common-loop.c:[[#@LINE+2]]:3 tiled 256,
void crossing(void) {
  for (int j = 1; j < N; j++) {
    for (int i = 0; i < N; i++)
      s[j] += a[i][j] * q[i];
    for (int i = 0; i < N; i++)
      a[i][j] -= q[i] * s[j - 1];
  }
}

// CHECK: void project(
// CHECK: #pragma kasuri reordered
// CHECK: for (int j_til{{e}} = 0;
// CHECK-NEXT: for (int i_bloc{{k}} = 0; i_bloc{{k}} <= 899; i_bloc{{k}} += 8) {
// CHECK-NOT: for (int j_til{{e}} = 0;
// CHECK: for (int i_bloc{{k}} = 0; i_bloc{{k}} <= 899; i_bloc{{k}} += 4) {
