// A branch that leaves if errno says so: its condition waits for all that may have set it.
// RUN: kasuri %s --dump=graph --stop-after=graph -- | FileCheck %s
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
double p, q, r, s;
static double work(double x) {
  for (int i = 0; i < 900; i++)
    x = x * 0.5 + i;
  return x;
}

// CHECK-LABEL: in leaves, across exits
// CHECK: T0 {{.*}}: at once
// CHECK: T1 {{.*}}: at once
// CHECK: C2 condition {{.*}}, stays if not C2: T1
// CHECK: T3 {{.*}} if not C2: not C2
int leaves(double x) {
  p = work(1);
  q = sqrt(x);
  if (errno == EDOM)
    return -1;
  r = work(2);
  return 0;
}

// Near misses: a condition that sets it, one that hands it to a function, and an arm that names it.
// CHECK-NOT: across exits
// CHECK-LABEL: in main
int sets(double x) {
  p = work(1);
  q = sqrt(x);
  if ((errno = 0) != 0)
    return -1;
  r = work(2);
  return 0;
}
int hands_on(double x) {
  p = work(1);
  q = sqrt(x);
  if (strlen(strerror(errno)) > 5)
    return -1;
  r = work(2);
  return 0;
}
int in_an_arm(int mode) {
  p = work(1);
  if (mode) {
    return -1;
  } else {
    errno = 3;
  }
  r = work(2);
  return 0;
}
int main(void) {
  p = work(2);
  q = work(3);
  return leaves(p) + sets(p) + hands_on(q) + in_an_arm(1);
}
