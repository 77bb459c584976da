// A loop whose functions may end the program: the remark names the call, the place where the program
// ends, and for an assertion the flag that leaves it out; an assertion gives no further reason.
// RUN: kasuri %s -Rkasuri-missed -o %t 2>&1 | FileCheck %s
// RUN: kasuri %s -Rkasuri -o %t -- -DNDEBUG 2>&1 | FileCheck --check-prefix=WITHOUT %s
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

double a[100000], b[100000];

static void fatal(const char *what) {
  fprintf(stderr, "%s\n", what);
  exit(2);
}

static double checked(double x) {
  if (x < 0)
    fatal("negative");
  return x * 2;
}

int main(void) {
  // CHECK: [[#@LINE+6]]:3: remark: loop stays sequential: {{.*}} 'assert(b[i] >= 0)' [EarlyExit]
  // CHECK: note: the loop exits here
  // CHECK-NOT: also:
  // CHECK: note: help: compile with -DNDEBUG, which removes assertions
  // CHECK-NOT: also:
  // WITHOUT: [[#@LINE+1]]:3: remark: loop runs in parallel
  for (int i = 0; i < 100000; i++) {
    assert(b[i] >= 0);
    a[i] = b[i] * 2;
  }
  // CHECK: [[#@LINE+4]]:3: remark: loop stays sequential: {{.*}} 'checked' [EarlyExit]
  // CHECK: [[#@LINE+4]]:12: note: the loop exits here
  // CHECK: [[#@LINE-22]]:3: note: the program may end here
  // CHECK: note: help: have 'checked' return an error, and end the program after the loop
  for (int i = 0; i < 100000; i++)
    a[i] = checked(b[i]);
  return 0;
}

void given(double (*f)(double)) {
  // CHECK: [[#@LINE+2]]:3: remark: loop stays sequential: {{.*}} 'f' [EarlyExit]
  // CHECK: note: help: set the pointer only to functions in the given sources
  for (int i = 0; i < 100000; i++)
    a[i] = f(b[i]);
}
