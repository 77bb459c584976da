// A layer in the output: the frame, a task with the source's own text, rows that name their task, the
// original kept as the other branch, and #line around all of it.
// RUN: rm -rf %t && kasuri %s -o %t --cores=2 --min-gain=0 --
// RUN: grep -v CHECK %t/reads-well.c | FileCheck %s
static float in[64], out[64];
// CHECK: #include <kasuri/kasuri.h>
// CHECK-NEXT: #line 1
// CHECK: static float in[64], out[64];
// CHECK-NEXT: /* a comment stays */
/* a comment stays */
// CHECK-NEXT: /* kasuri: layer gain@reads-well.c:[[#LOOP:]], 1 macro-task */
// CHECK: struct ks_gain_[[#LOOP]]_frame {
// CHECK-NEXT: float factor;
// CHECK: static void ks_gain_[[#LOOP]]_t0(void *ks_frame, ks_uint32 ks_part, ks_uint32 ks_parts) {
// CHECK: out[i] = in[i] * factor;
// CHECK: {0, 0, 2, {{.*}} /* core {{[01]}}: gain@reads-well.c:[[#LOOP]], part 1 of 2 */
// CHECK: float gain(
float gain(float factor) {
  // CHECK: if (ks_has_others() && ks_workers(&ks_gain_[[#LOOP]]) > 1) {
  // CHECK: ks_gain_[[#LOOP]]_enter(factor, ks_trip_0, ks_start_0);
  // CHECK: } else {
  // CHECK-NEXT: #line [[#LOOP]]
  // CHECK-NEXT: for (int i = 0; i < 64; i++)
  for (int i = 0; i < 64; i++)
    out[i] = in[i] * factor;
  // CHECK: return out[3];
  return out[3];
}
