// Loops that are unrolled in an innermost loop stand around it where they do not have all of their iterations: compilers make
// vectors of the innermost loop only if no other one is in it. Of eight iterations, four at a time are unrolled in it, if there
// are as many.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O2 | FileCheck %s

// CHECK: {{^}}nest {{.*}}partial-lanes.c:[[#@LINE+2]]:3 tiled {{.*}}x8 iterations unrolled, loop over 'j' innermost
void multiply(int n, double *c, const double *a, const double *b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i * (long)n + j] += a[i * (long)n + k] * b[k * (long)n + j];
}

// CHECK: for (int k_lane = 0; k_lane <= 7; k_lane += 1) {
// CHECK: } else {
// CHECK-NEXT: for (int i_lane = 0; i_lane {{.*}}) {
// CHECK-NEXT: for (int k_lane_first = 0; k_lane_first < {{.*}} / 4 * 4; k_lane_first += 4) {
// CHECK-NEXT: {
// CHECK-NEXT: const int j_point_end =
// CHECK-NEXT: #pragma GCC ivdep
// CHECK-NEXT: for (int j_point = 0;
// CHECK-NEXT: double c_kept;
// CHECK: #pragma GCC unroll 4
// CHECK-NEXT: for (int k_lane_of_4 = 0; k_lane_of_4 <= 3; k_lane_of_4 += 1) {
// CHECK-NEXT: const int k_lane __attribute__((__unused__)) = k_lane_first + k_lane_of_4;
// CHECK: c_kept += a[i * (long)n + k] * b[k * (long)n + j];
// CHECK: for (int k_lane = {{.*}} / 4 * 4; k_lane {{.*}}; k_lane += 1) {
// CHECK-NEXT: {
// CHECK-NEXT: const int j_point_end =
// CHECK-NEXT: #pragma GCC ivdep
// CHECK-NEXT: for (int j_point = 0;

void rectangular(int n, int m, double *c, const double *a, const double *b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < m; k++)
        c[i * (long)n + j] += a[i * (long)m + k] * b[k * (long)n + j];
}

// CHECK: void rectangular(
// CHECK: if (__builtin_expect({{.*}}, 1)) {
// CHECK: } else {
// CHECK-NEXT: if ({{.*}}) {
// CHECK-NEXT: for (int i_lane{{.*}} = 0; {{.*}}) {
// CHECK-NEXT: for (int k_lane{{.*}}_first = 0; {{.*}} / 4 * 4; {{.*}} += 4) {
// CHECK-NEXT: if ({{.*}}) {
// CHECK-NEXT: double a_kept{{_*}}[4];
// CHECK: for (int k_lane{{.*}} = {{.*}} / 4 * 4; {{.*}} += 1) {
// CHECK-NEXT: if ({{.*}}) {
// CHECK-NEXT: double a_kept{{_*}};
// CHECK: } else {
// CHECK-NEXT: for (int i_lane{{.*}} = 0; {{.*}} <= 3; {{.*}}) {
// CHECK-NEXT: for (int k_lane{{.*}}_first = 0; {{.*}} / 4 * 4; {{.*}} += 4) {
// CHECK-NEXT: if ({{.*}}) {
// CHECK-NEXT: double a_kept{{_*}}[4];
// CHECK: for (int k_lane{{.*}} = {{.*}} / 4 * 4; {{.*}} += 1) {
