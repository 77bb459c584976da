// A layer on groups: the size of each leader's group in every table, and the runtime's calls for groups;
// layers within its tasks are emitted as all others.
// RUN: rm -rf %t && kasuri %s --no-reorder -o %t --cores=4 --
// RUN: FileCheck %s --input-file=%t/groups.c
// RUN: gcc -std=c99 -Wall -Wextra -Werror -I%S/../../../include -c %t/groups.c -o %t/groups.o
enum { N = 200000 };
static double left[N], right[N];

// CHECK: static const ks_layer ks_smooth_[[#LOOP:]] = {
static double smooth(double *a, double w) {
  double most = 0;
  for (int i = 0; i < N; i++) {
    a[i] = a[i] * w + i % 7;
    for (int k = 0; k < 20; k++)
      a[i] += a[i] * 0.001 * k;
    if (a[i] > most)
      most = a[i];
  }
  // CHECK: ks_workers(&ks_smooth_[[#LOOP]]) > 1
  // CHECK: ks_run(&ks_smooth_[[#LOOP]], &ks_f);
  return most;
}

// CHECK: static const ks_uint16 ks_main_[[#MAIN:]]_2_sizes[] = {1, 1};
// CHECK: /* core 2: main@groups.c
// CHECK: static const ks_uint16 ks_main_[[#MAIN]]_4_sizes[] = {2, 2};
// CHECK: static const ks_table ks_main_[[#MAIN]]_tables[] = {
// CHECK-NEXT: {2, 1, ks_main_[[#MAIN]]_2_first
// CHECK-NEXT: {2, 1, ks_main_[[#MAIN]]_4_first
// CHECK: static const ks_uint16 *const ks_main_[[#MAIN]]_sizes[] = {ks_main_[[#MAIN]]_2_sizes, ks_main_[[#MAIN]]_4_sizes};
// CHECK: static const ks_groups ks_main_[[#MAIN]] = {{[{][{]}}KS_ABI_VERSION, "main@groups.c:[[#MAIN]]",
// CHECK-SAME: , ks_main_[[#MAIN]]_sizes};
// CHECK: ks_run_groups(&ks_main_[[#MAIN]], &ks_f);
int main(void) {
  double l, r;
  // CHECK: if (ks_has_others() && ks_workers_of_groups(&ks_main_[[#MAIN]]) > 1) {
  l = smooth(left, 0.5);
  r = smooth(right, 0.25);
  return l > r;
}
