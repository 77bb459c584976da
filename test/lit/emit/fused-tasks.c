// Statements that are too cheap for a row of their own stand in the function of their neighbour, in the
// source's own text and order, with a comment between them; a variable that both set first is the
// function's own.
// RUN: rm -rf %t && kasuri %s -o %t --cores=2 --dump=plan -- -O2 | FileCheck %s --check-prefix=PLAN
// RUN: grep -v CHECK %t/fused-tasks.c | FileCheck %s
static double a[4000], b[4000];
int odd, even;

static double fill(double *x, double start) {
  for (int i = 0; i < 4000; i++)
    start = x[i] = start * 0.5 + i;
  return start;
}

double work(int k) {
  double scale, sum, other;
  sum = fill(a, k);
  // PLAN: layer work@fused-tasks.c:[[#@LINE-1]], 4 macro-tasks
  // PLAN-DAG: work@fused-tasks.c:[[#@LINE-2]]+2 part 0/1
  scale = sum * 2;
  /* odd calls count */
  if (k & 1)
    odd++;
  else
    even += 2;
  other = fill(b, k + 1);
  // PLAN-DAG: work@fused-tasks.c:[[#@LINE-1]] part 0/1
  sum = fill(a, scale);
  other = fill(b, other);
  return sum + other;
}
// CHECK: static void ks_work_17_t0(void *ks_frame, ks_uint32 ks_part, ks_uint32 ks_parts) {
// CHECK: #line 17
// CHECK: (*sum) = fill(a, k);
// CHECK: (*scale) = (*sum) * 2;
// CHECK-NEXT: /* odd calls count */
// CHECK-NEXT: if (k & 1)
// CHECK-NEXT: odd++;
// CHECK-NEXT: else
// CHECK-NEXT: even += 2;
// CHECK: static void ks_work_17_t1(
