// Parts of a loop that write into the same cache lines would wait for each other in each iteration: the loop is
// distributed only where what they write lies apart.
// RUN: kasuri %s --machine=x86-vm-2 -Rkasuri -Rkasuri-missed 2>&1 | FileCheck %s
static struct { unsigned long a, b; } near;
static struct { unsigned long a; char gap[128]; unsigned long b; } apart;

// CHECK: [[@LINE+2]]:3: remark: loop stays sequential
void close_by(void) {
  for (unsigned long i = 0; i < 100000; i++) {
    near.a = near.a * 31 / 7 + i;
    near.b = near.b * 17 / 5 ^ i;
  }
}

// CHECK-NOT: [[@LINE-6]]:3: remark: loop's body
// CHECK: [[@LINE+2]]:3: remark: loop is distributed: 2 independent parts run in parallel
void far_off(void) {
  for (unsigned long i = 0; i < 100000; i++) {
    apart.a = apart.a * 31 / 7 + i;
    apart.b = apart.b * 17 / 5 ^ i;
  }
}
