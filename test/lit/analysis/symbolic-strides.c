// Rows in one block whose length only the run knows: these may overlap, so a test decides, or nothing helps.
// RUN: kasuri %S/Inputs/near_symbolic_strides.c -Rkasuri -Rkasuri-missed --cores=2 --min-gain=0 -o %t 2>&1 | FileCheck %s
// Of rows that surely overlap no test is made, as those of which all callers pass lengths that are too long.
// CHECK-DAG: near_symbolic_strides.c:9:3: remark: loop stays sequential: 'a[i * n + j]'
// CHECK-DAG: near_symbolic_strides.c:15:3: remark: loop may run in parallel if iterations access different parts of 'a[i * stride + j]': doall
// CHECK-DAG: near_symbolic_strides.c:21:3: remark: loop stays sequential: 'a[i * stride]'
// CHECK-DAG: near_symbolic_strides.c:26:3: remark: loop stays sequential: 'a[i * m + j * n]'
// CHECK-DAG: near_symbolic_strides.c:32:3: remark: loop runs as a wavefront over 'i': rows wait for 'j' + 1 of the row before
// CHECK-DAG: near_symbolic_strides.c:38:3: remark: loop stays sequential:
// CHECK-DAG: near_symbolic_strides.c:44:3: remark: loop runs as a wavefront over 'i': rows wait for 'j' of the row before
// CHECK-DAG: near_symbolic_strides.c:50:3: remark: loop stays sequential: 
