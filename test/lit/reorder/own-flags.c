// Functions with flags of their own, and sources in which loops cannot declare counters, stay as they are.
// RUN: rm -rf %t && split-file %s %t
// RUN: kasuri %t/plain.c --dump=reorder --stop-after=reorder -- -O2 | FileCheck %t/plain.c
// RUN: kasuri %t/plain.c --dump=reorder --stop-after=reorder -- -O2 -std=gnu89 | FileCheck %t/plain.c --check-prefix=NONE --allow-empty
// RUN: kasuri %t/target.c --dump=reorder --stop-after=reorder -- -O2 | FileCheck %t/plain.c --check-prefix=NONE --allow-empty
// RUN: kasuri %t/pragma.c --dump=reorder --stop-after=reorder -- -O2 | FileCheck %t/plain.c --check-prefix=NONE --allow-empty
// RUN: kasuri %t/attribute.c --dump=reorder --stop-after=reorder -- -O2 | FileCheck %t/plain.c --check-prefix=NONE --allow-empty
// The compiler is asked what it fuses, and leaves no files behind.
// RUN: cd %t && kasuri plain.c --dump=reorder --stop-after=reorder -- -O2 -mfma -fopt-info-vec=found.txt -save-temps > /dev/null && ls | FileCheck %t/plain.c --check-prefix=FILES

//--- plain.c
// CHECK: {{^}}nest
// NONE-NOT: {{^}}nest
// FILES-NOT: found
double a[500][500], b[500][500], c[500][500];
void product(void) {
  int i, j, k;
  for (i = 0; i < 500; i++)
    for (j = 0; j < 500; j++)
      for (k = 0; k < 500; k++)
        c[i][j] += a[i][k] * b[k][j];
}

//--- target.c
double a[500][500], b[500][500], c[500][500];
__attribute__((target("avx2,fma"))) void product(void) {
  for (int i = 0; i < 500; i++)
    for (int j = 0; j < 500; j++)
      for (int k = 0; k < 500; k++)
        c[i][j] += a[i][k] * b[k][j];
}

//--- pragma.c
#pragma GCC optimize("Ofast")
double a[500][500], b[500][500], c[500][500];
void product(void) {
  for (int i = 0; i < 500; i++)
    for (int j = 0; j < 500; j++)
      for (int k = 0; k < 500; k++)
        c[i][j] += a[i][k] * b[k][j];
}

//--- attribute.c
double a[500][500], b[500][500], c[500][500];
__attribute__((__optimize__("fast-math"))) void product(void) {
  for (int i = 0; i < 500; i++)
    for (int j = 0; j < 500; j++)
      for (int k = 0; k < 500; k++)
        c[i][j] += a[i][k] * b[k][j];
}
