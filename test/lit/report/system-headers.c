// Nobody can change the loops of the system's headers, so nothing is said of them.
// RUN: split-file %s %t
// RUN: kasuri %t/main.c -o %t/out -Rkasuri-missed -- -isystem %t/system -I%t/own 2>&1 | FileCheck %s
// RUN: kasuri-cc %t/main.c -o %t/main -Rkasuri-missed -isystem %t/system -I%t/own 2>&1 | FileCheck %s
// CHECK-NOT: system.h
// CHECK: own.h:3:{{.*}} loop stays sequential
// CHECK-NOT: system.h
//--- system/system.h
static inline int find(const char *text) {
  int n = 0;
  while (text[n] != 'x')
    n++;
  return n;
}
//--- own/own.h
static inline int length(const char *text) {
  int n = 0;
  while (text[n])
    n++;
  return n;
}
//--- main.c
#include <own.h>
#include <system.h>
int main(int argc, char **argv) { return length(argv[0]) + find(argv[argc - 1]); }
