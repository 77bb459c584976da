// Tables whose cells may share a block are not taken apart; see the run test for each way.
// RUN: kasuri %S/Inputs/near_pointer_tables.c -Rkasuri-missed --cores=2 -o %t 2>&1 | FileCheck %s
// CHECK-DAG: near_pointer_tables.c:47:3: remark: loop stays sequential: cannot tell what 'owners[i]->block' points to
// CHECK-DAG: near_pointer_tables.c:51:3: remark: loop stays sequential: cannot tell what 'owners[i]->block' points to
// CHECK-DAG: near_pointer_tables.c:57:3: remark: loop stays sequential: cannot tell what 'cells[i]' points to
// CHECK-DAG: near_pointer_tables.c:62:3: remark: loop stays sequential: cannot tell what 'table[i]' points to
// CHECK-DAG: near_pointer_tables.c:102:3: remark: loop stays sequential: cannot tell what 'fixed[i]' points to
