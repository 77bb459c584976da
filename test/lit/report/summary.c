// Without options, one line.
// RUN: kasuri %s -o %t 2>&1 | FileCheck %s
// CHECK: {{^}}kasuri: 0 of 1 loop and 0 layers run in parallel; 1 loop stays sequential, see -Rkasuri-missed{{$}}
// CHECK-NOT: {{.}}
int a[100];
void prefix(void) {
  for (int i = 1; i < 100; i++)
    a[i] += a[i - 1];
}
