// A variable that one task only reads is reached by its address, as in the task whose text sets it in code that never runs.
// RUN: kasuri %s -o %t --cores=2 --dispatch=chosen --min-gain=0 -- -O2
// RUN: FileCheck %s < %t/dead-writes.c
#define DO(...) do { __VA_ARGS__; } while (0)
unsigned total, seen[24];

void read_behind(void) {
  unsigned long sum = 7;
  for (int i = 0; i < 24; i++) {
    if ((37 & 15) >= 6)
      sum = sum + (unsigned)i;
    seen[i] += 3;
  }
  DO(total += (unsigned)sum);
}

// CHECK-LABEL: {{^}}static void ks_read_behind_9_t0(
// CHECK: {{^}}  unsigned long *sum = ks_f->sum;
// CHECK: {{^ *}}(*sum) = (*sum) + (unsigned)i;
// CHECK-LABEL: {{^}}static void ks_read_behind_9_t1(
// CHECK: {{^}}  unsigned long *sum = ks_f->sum;
// CHECK: {{^}}  DO(total += (unsigned)(*sum));

void read_before(int last) {
  DO(total += (unsigned)last);
  for (int i = 0; i < last; i++) {
    if ((37 & 15) >= 6)
      last = i;
    seen[i] += 3;
  }
}

// CHECK-LABEL: {{^}}static void ks_read_before_25_t0(
// CHECK: {{^}}  int *last = ks_f->last;
// CHECK: {{^}}  DO(total += (unsigned)(*last));
// CHECK-LABEL: {{^}}static void ks_read_before_25_t1(
// CHECK: {{^ *}}(*last) = i;
