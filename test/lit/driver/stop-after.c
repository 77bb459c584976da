// --dump prints on stdout; --stop-after ends the run before anything is written.
// RUN: rm -rf %t
// RUN: kasuri --dump=model,analysis --stop-after=analysis %s -o %t 2>&1 | FileCheck %s
// RUN: test ! -e %t
// RUN: kasuri --dump=emit %s | FileCheck %s --check-prefix=EMIT
// RUN: kasuri --dump=model --stop-after=model --dump-function=second %s | FileCheck %s --check-prefix=ONE
// RUN: %S/Inputs/expect-status 1 kasuri --dump=model --dump-function=third %s 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK: first
// CHECK-NOT: kasuri:
// EMIT: int first(int x)
// ONE-NOT: first
// ONE: second
// NONE: kasuri: error: no function 'third' in the given sources
int first(int x) { return x + 1; }
int second(int x) { return x + 2; }
