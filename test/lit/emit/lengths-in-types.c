// A type with a length in it that only a function's type has stays in its function, and says so.
// RUN: rm -rf %t && kasuri --cores=2 --min-gain=0 %s -o %t -Rkasuri-missed -- 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=TEXT %s < %t/lengths-in-types.c
static double total[100];
// TEXT: double (*rows)[ks_rows_0] = ks_f->rows;
void f(int n, double (*rows)[n]) {
  for (int i = 0; i < 100; i++)
    total[i] += (*rows)[i % n];
}
void g(int n, int (*(*make)(int))[n]) {
  // CHECK: :[[@LINE+1]]:3: remark: loop stays sequential: a variable whose type has no name outside the function
  for (int i = 0; i < 100; i++)
    total[i] += make != 0;
}
