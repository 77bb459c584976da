// Strings that a called function leaves only sometimes, or not as a whole, are no scratch (see the comments there).
// RUN: kasuri %S/../../run/cases/private/near_strings_left.c --dump=analysis --stop-after=analysis -- | FileCheck %s
// CHECK: near_strings_left.c
// CHECK-NOT: private(text)
// CHECK-NOT: private(e)
