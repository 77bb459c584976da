// A pragma in front of a loop stays in front of it; a loop of which only a part stands under an #if
// is left alone, one with a whole #if inside is not.
// RUN: rm -rf %t && kasuri %s -o %t --cores=2 --min-gain=0 -Rkasuri-missed -- 2>&1 | FileCheck %s --check-prefix=SAYS
// RUN: FileCheck %s --input-file=%t/pragmas-and-conditionals.c
// RUN: gcc -std=c11 -Wall -Wextra -Wno-unknown-pragmas -Werror -I%S/../../../include -c %t/pragmas-and-conditionals.c -o %t/out.o
int a[100];
void pragma(void) {
#pragma GCC unroll 4
  for (int i = 0; i < 100; i++)
    a[i] = i;
}
// CHECK: } else {
// CHECK-NEXT: #line 8
// CHECK-NEXT: #pragma GCC unroll 4
// CHECK-NEXT: for (int i = 0; i < 100; i++)
// SAYS: :[[#@LINE+3]]:3: remark: loop {{.*}}: part of an #if block cannot be moved
void partly(void) {
#ifndef DOWN
  for (int i = 0; i < 100; i++)
#else
  for (int i = 99; i >= 0; i--)
#endif
    a[i] = i;
}
void wholly(void) {
  for (int i = 0; i < 100; i++) {
#ifdef SLOW
    a[i] += 1;
#endif
    a[i] ^= i;
  }
}
// CHECK: ks_run(&ks_wholly_
