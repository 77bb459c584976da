// An exit for want of memory, behind which nothing reads what iterations have written in front of it.
// RUN: kasuri %S/../../run/cases/pipelines/exits_that_end_all.c --dump=analysis --stop-after=analysis -- | FileCheck %s
// CHECK: loop {{.*}}exits_that_end_all.c:48:3 sequential
// CHECK: {{^  }}pipeline exit(52)
// RUN: kasuri %S/../../run/cases/pipelines/near_exits_that_end_all.c --dump=analysis --stop-after=analysis -- \
// RUN:   | FileCheck %s --check-prefix=NEAR
// RUN: kasuri %S/../../run/cases/pipelines/near_exits_with_handler.c --dump=analysis --stop-after=analysis -- \
// RUN:   | FileCheck %s --check-prefix=NEAR
// NEAR: near_exits_{{.*}}.c
// NEAR-NOT: {{^  }}pipeline
