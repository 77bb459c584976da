// A syntax error is Clang's diagnostic, exit status 1, and nothing written.
// RUN: rm -rf %t && mkdir %t
// RUN: %S/Inputs/expect-status 1 kasuri %s -o %t/out --report=%t/report 2>&1 | FileCheck %s
// RUN: test ! -e %t/out && test ! -e %t/report

// CHECK: syntax-error.c:[[#@LINE+2]]:{{[0-9]+}}: error: expected ';'
// CHECK-NOT: kasuri:
int x = 1 int y;
