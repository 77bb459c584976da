// A loop that is one pipeline in one mode, and another one in the other mode: the second stands where the original would,
// and has copies of functions and a layer of its own. Profiles and reports tell them apart by name.
// RUN: kasuri %S/../../run/cases/pipelines/either_mode.c --assume=input,exits --cores=4 -o %t --report=%t/report -Rkasuri -- -O2 2>&1 \
// RUN:   | FileCheck %s
// RUN: kasuri %S/../../run/cases/pipelines/either_mode.c --assume=input,exits --cores=4 --dump=plan --stop-after=plan -- -O2 \
// RUN:   | FileCheck --check-prefix=PLAN %s
// RUN: kasuri %S/../../run/cases/pipelines/either_mode.c --assume=input,exits --dump=analysis --stop-after=analysis -- -O2 \
// RUN:   | FileCheck --check-prefix=ANALYSIS %s
// RUN: FileCheck --check-prefix=TEXT --input-file=%t/either_mode.c %s
// RUN: FileCheck --check-prefix=REPORT --input-file=%t/report/report.json %s

// CHECK: either_mode.c:[[#]]:3: remark: loop may run as a pipeline if 'c->is_quality != 0': 4 ordered segments ({{.*}}), 3 parallel; estimated {{[0-9.]+}} times faster on 4 cores, at most {{[0-9.]+}} on any number; otherwise if 'c->is_quality == 0': 4 ordered segments ({{.*}}), 2 parallel; estimated {{[0-9.]+}} times faster on 4 cores, at most {{[0-9.]+}} on any number; assuming that later iterations can use what one leaves that ends the loop [Pipeline]

// ANALYSIS: {{^}}  pipeline {{.*}}guard('c->is_quality != 0')
// ANALYSIS: {{^}}  otherwise pipeline {{.*}}guard('c->is_quality == 0')

// PLAN: layer encode_all@either_mode.c:[[LINE:[0-9]+]]~otherwise, 1 macro-tasks, spare
// PLAN: layer encode_all@either_mode.c:[[LINE]], 1 macro-tasks{{$}}

// Each has a copy of the function.
// TEXT: int ks_encode_[[#]]_[[#]](ks_lane *ks_l
// TEXT: int ks_encode_[[#]]_[[#]]b(ks_lane *ks_l
// TEXT: kasuri: layer encode_all@either_mode.c:[[LINE:[0-9]+]]; its plan
// TEXT: ks_workers_piped(&[[FIRST:ks_encode_all_[0-9]+b?]]) > 1
// TEXT: } else {
// TEXT-NEXT: { /* kasuri: layer encode_all@either_mode.c:[[LINE]]~otherwise; its plan
// TEXT-NOT: ks_workers_piped(&[[FIRST]]) > 1
// TEXT: } else {
// TEXT-NEXT: #line
// TEXT-NEXT: while (fread(block, 1, N, in) == N)
// TEXT-NOT: fread(block

// REPORT: "name": "encode_all@either_mode.c:[[#]]~otherwise"
