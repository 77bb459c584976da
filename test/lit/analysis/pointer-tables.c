// Tables whose cells may share a block are not taken apart; see the run test for each way.
// RUN: kasuri %S/../../run/cases/near_pointer_tables.c -Rkasuri-missed --cores=2 -o %t 2>&1 | FileCheck %s
// CHECK-DAG: near_pointer_tables.c:47:3: remark: loop stays sequential: it is not known what pointer 'owners[i]->block' leads to
// CHECK-DAG: near_pointer_tables.c:51:3: remark: loop stays sequential: it is not known what pointer 'owners[i]->block' leads to
// CHECK-DAG: near_pointer_tables.c:57:3: remark: loop stays sequential: it is not known what pointer 'cells[i]' leads to
// CHECK-DAG: near_pointer_tables.c:62:3: remark: loop stays sequential: it is not known what pointer 'table[i]' leads to
// CHECK-DAG: near_pointer_tables.c:102:3: remark: loop stays sequential: it is not known what pointer 'fixed[i]' leads to
