// Of frames that take turns, and may have the memory of another, there are no versions. Where all is plain, nothing of
// them is handed on; where another pointer may lead there behind the loop, all is.
// RUN: kasuri %S/../../run/cases/pipelines/near_rotating.c --dump=analysis --stop-after=analysis -- -O2 \
// RUN:   | FileCheck %s --implicit-check-not="version("

// CHECK: pipeline version(f) version(f->current) version(f->current->samples)
// CHECK-NEXT: in order: head takes(k) leaves(k){{$}}
// CHECK-NEXT: in order: {{[0-9]+ [0-9]+ [0-9]+ [0-9]+ [0-9]+}} hands on(f[16, 24)) hands on(f[8, 16))
// CHECK: pipeline version(f) version(f->current) version(f->current->samples)
// CHECK-NEXT: hands on(f->current->samples[0, 512))
// CHECK: pipeline version(f) version(f->current) version(f->current->samples)
// CHECK-NEXT: hands on(f->current->samples[0, 512))
// CHECK: pipeline version(f) version(f->current) version(f->current->samples)
// CHECK-NEXT: hands on(f->current->samples[0, 512))
