// What && and || yield is 0 or 1, whatever their operands are.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s

static int a[4100];

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void both(int c, int n) {
  for (int i = 1; i < n; i++) {
    int k = c && -1;
    a[4 * i + 3 * k] = a[4 * i - 1] + 1;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void either(int c, int n, const char *name) {
  for (int i = 1; i < n; i++) {
    int k = c || name;
    a[4 * i + 3 * k] = a[4 * i - 1] + 1;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel
void chosen(int c, int n) {
  for (int i = 1; i < n; i++) {
    int k = c ? -1 : 0;
    a[4 * i + 3 * k] = a[4 * i - 1] + 1;
  }
}
