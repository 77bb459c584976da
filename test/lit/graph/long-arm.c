// The statements of an arm are tasks of their own only if all of them may be in one layer: those that are further apart
// are not compared with each other. Otherwise the branch is one task.
// RUN: python3 -c "print('#include \"%s\"\nvoid f(int c) { pre(); if (c) {' + 'first(); second(); ' * 100 + '} post(); }')" > %t.short.c
// RUN: python3 -c "print('#include \"%s\"\nvoid f(int c) { pre(); if (c) {' + 'first(); second(); ' * 150 + '} post(); }')" > %t.long.c
// RUN: kasuri %t.short.c --dump=graph --stop-after=graph | FileCheck %s --check-prefix=SHORT
// RUN: kasuri %t.long.c --dump=graph --stop-after=graph | FileCheck %s --check-prefix=LONG
static int a[100], b[100], c[100];
static void pre(void) { c[0]++; }
static void first(void) { a[0]++; }
static void second(void) { b[0]++; }
static void post(void) { c[1]++; }

// SHORT: layer 0 in f
// SHORT: C1 condition
// SHORT: T201 subroutine {{.*}} if C1: T199
// LONG: layer 0 in f
// LONG-NEXT: T0 subroutine
// LONG-NEXT: T1 block
// LONG-NEXT: T2 subroutine
// LONG-NEXT: layer 1 in f
// LONG: T255 subroutine {{.*}}: T253
// LONG: layer 2 in f
