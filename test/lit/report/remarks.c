// Each loop gets one remark, in Clang's form with source line, caret, and notes at both ends.
// RUN: kasuri --cores=2 -Rkasuri -Rkasuri-missed %s 2>&1 | FileCheck %s --strict-whitespace

double a[100000], b[100000];

void scale(void) {
  for (int i = 0; i < 100000; i++)
    a[i] = b[i] * 3;
}
// CHECK: remarks.c:[[#@LINE-3]]:3: remark: loop runs in parallel: doall over 'i' [Doall]
// CHECK-NEXT:    [[#@LINE-4]] |   for (int i = 0; i < 100000; i++)
// CHECK-NEXT:      |   ^

void prefix(void) {
  for (int i = 1; i < 100000; i++)
    a[i] = a[i - 1] + b[i];
}
// CHECK: remarks.c:[[#@LINE-3]]:3: remark: loop stays sequential: 'a{{.*}} [CarriedFlow]
// CHECK: remarks.c:[[#@LINE-3]]:{{[0-9]+}}: note: written here
// CHECK: remarks.c:[[#@LINE-4]]:{{[0-9]+}}: note: read here in a later iteration
// CHECK: remarks.c:[[#@LINE-6]]:3: note: help:

void tiny(void) {
  for (int i = 0; i < 4; i++)
    a[i] = i;
}
// CHECK: remarks.c:[[#@LINE-3]]:3: remark: loop can run in parallel but is too short to be profitable: about 4 iterations {{.*}} [NotWorthIt]

// CHECK: kasuri: 1 of 3 loops and 1 layer run in parallel, estimated {{[0-9]+\.[0-9]x on [0-9]+ cores?}}; 1 loop is too short, 1 stays sequential{{$}}
