// Tables for a machine with two kinds of cores name the kind of each worker's core, also for other cores than the
// fastest ones, the quickest table last; with groups the kind of each leader. On equal cores there is nothing of it.
// RUN: rm -rf %t && kasuri %s --no-reorder -o %t --machine=%S/../plan/Inputs/two-kinds.json --cores=4 --
// RUN: FileCheck %s --input-file=%t/kinds-of-cores.c
// RUN: gcc -std=c99 -Wall -Wextra -Werror -I%S/../../../include -c %t/kinds-of-cores.c -o %t/kinds-of-cores.o
// RUN: kasuri %s --no-reorder -o %t/two --machine=%S/../plan/Inputs/two-kinds.json --cores=2 --
// RUN: FileCheck %s --check-prefix=BIG --input-file=%t/two/kinds-of-cores.c
// RUN: kasuri %s --no-reorder -o %t/equal --machine=%S/../plan/Inputs/two-speeds.json --cores=2 --
// RUN: FileCheck %s --check-prefix=EQUAL --input-file=%t/equal/kinds-of-cores.c
// RUN: kasuri %s --no-reorder -o %t/whole --machine=%S/../plan/Inputs/two-kinds.json --cores=4 --min-gain=0 --
// RUN: FileCheck %s --check-prefix=ALL --input-file=%t/whole/kinds-of-cores.c
// RUN: kasuri %s --no-reorder -o %t/deadline --machine=%S/../plan/Inputs/two-kinds.json --cores=4 --mode=deadline --deadline=100ms --
// RUN: FileCheck %s --check-prefix=LITTLE --input-file=%t/deadline/kinds-of-cores.c
enum { N = 200000 };
static double left[N], right[N];

// There is room for the parts of all tables; that for one big core and two little ones has most.
// CHECK: double ks_parts_0_0{{\[}}[[#PARTS:]]];
// CHECK: static const ks_uint8 ks_smooth_[[#LOOP:]]_0x2_on[] = {1, 1};
// CHECK: static const ks_uint8 ks_smooth_[[#LOOP]]_1x1_on[] = {0, 1};
// CHECK: static const ks_row ks_smooth_[[#LOOP]]_1x2_rows[] = {
// CHECK-NEXT: {0, 0, [[#PARTS]],
// CHECK: static const ks_uint8 ks_smooth_[[#LOOP]]_1x2_on[] = {0, 1, 1};
// CHECK: static const ks_uint8 ks_smooth_[[#LOOP]]_2_on[] = {0, 0};
// CHECK: static const ks_uint8 ks_smooth_[[#LOOP]]_3_on[] = {0, 0, 1};
// CHECK: static const ks_uint8 ks_smooth_[[#LOOP]]_4_on[] = {0, 0, 1, 1};
// CHECK: static const ks_table ks_smooth_[[#LOOP]]_tables[] = {
// CHECK-NEXT: {2, {{[0-9]+}}, ks_smooth_[[#LOOP]]_0x2_first
// CHECK-NEXT: {2, {{[0-9]+}}, ks_smooth_[[#LOOP]]_1x1_first
// CHECK-NEXT: {3, {{[0-9]+}}, ks_smooth_[[#LOOP]]_1x2_first
// CHECK-NEXT: {2, {{[0-9]+}}, ks_smooth_[[#LOOP]]_2_first
// CHECK-NEXT: {3, {{[0-9]+}}, ks_smooth_[[#LOOP]]_3_first
// CHECK-NEXT: {4, {{[0-9]+}}, ks_smooth_[[#LOOP]]_4_first
// CHECK: static const ks_uint8 *const ks_smooth_[[#LOOP]]_on[] = {ks_smooth_[[#LOOP]]_0x2_on,
// CHECK-SAME: ks_smooth_[[#LOOP]]_4_on};
// CHECK: /* capacity, highest frequency in kHz */
// CHECK-NEXT: static const ks_kind ks_smooth_[[#LOOP]]_kinds[] = {{[{][{]}}1024, 2000000}, {400, 1500000}};
// CHECK-NEXT: static const ks_placed ks_smooth_[[#LOOP]] = {{[{][{][{]}}KS_ABI_VERSION, "smooth@kinds-of-cores.c:[[#LOOP]]",
// CHECK-SAME: &ks_smooth_[[#LOOP]]_record}, 0}, ks_smooth_[[#LOOP]]_kinds, 2, ks_smooth_[[#LOOP]]_on};
// BIG: static const ks_uint8 ks_main_[[#MAIN:]]_2_on[] = {0, 0};
// BIG: static const ks_kind ks_main_[[#MAIN]]_kinds[] = {{[{][{]}}1024, 2000000}, {400, 1500000}};
// EQUAL-NOT: static const ks_kind ks_main_{{[0-9]}}
// EQUAL: static const ks_layer ks_main_{{[0-9]}}
static double smooth(double *a, double w) {
  double most = 0;
  for (int i = 0; i < N; i++) {
    a[i] = a[i] * w + i % 7;
    for (int k = 0; k < 20; k++)
      a[i] += a[i] * 0.001 * k;
    if (a[i] > most)
      most = a[i];
  }
  // CHECK: ks_workers_of_placed(&ks_smooth_[[#LOOP]]) > 1
  // CHECK: ks_run_placed(&ks_smooth_[[#LOOP]], &ks_f);
  return most;
}

// What the deadline permits on little cores, with levels, is meant wherever there are any: the last table.
// LITTLE: static const ks_row ks_smooth_[[#LOOP:]]_0x2_rows[] = {
// LITTLE-NEXT: {0, 0, 2, 0, 0, 1, 0,
// LITTLE: static const ks_uint8 ks_smooth_[[#LOOP]]_0x2_on[] = {1, 1};
// LITTLE: static const ks_table ks_smooth_[[#LOOP]]_tables[] = {
// LITTLE: ks_smooth_[[#LOOP]]_2x0_first
// LITTLE: ks_smooth_[[#LOOP]]_2x2_first
// LITTLE-NEXT: {2, 1, ks_smooth_[[#LOOP]]_0x2_first
// LITTLE-NEXT: };
// ALL: static const ks_uint16 ks_main_[[#MAIN:]]_4_sizes[] = {[[#FIRST:]], [[#SECOND:]]};
// ALL: static const ks_uint16 *const ks_main_[[#MAIN]]_sizes[] = {
// ALL: static const ks_placed ks_main_[[#MAIN]] = {{[{][{][{]}}KS_ABI_VERSION,
// ALL-SAME: ks_main_[[#MAIN]]_sizes}, ks_main_[[#MAIN]]_kinds, 2, ks_main_[[#MAIN]]_on};
// ALL: ks_run_placed(&ks_main_[[#MAIN]], &ks_f);
int main(void) {
  double l, r;
  l = smooth(left, 0.5);
  r = smooth(right, 0.25);
  return l > r;
}
