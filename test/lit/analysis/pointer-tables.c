// Tables whose cells may share a block are not taken apart, or tested; see the run test for each way.
// RUN: kasuri %S/Inputs/near_pointer_tables.c --dump=analysis --stop-after=analysis -- | FileCheck %s
// CHECK: loop {{.*}}:47:3 sequential
// CHECK-NEXT: cannot tell what 'owners[i]->block' points to
// CHECK: loop {{.*}}:51:3 sequential
// CHECK-NEXT: cannot tell what 'owners[i]->block' points to
// CHECK: loop {{.*}}:57:3 parallel guard(the rows of 'cells[i][0]' do not overlap)
// CHECK: loop {{.*}}:62:3 parallel guard(the rows of 'table[i][1]' do not overlap)
// CHECK: loop {{.*}}:102:3 parallel guard(the rows of 'fixed[i][1]' do not overlap)
