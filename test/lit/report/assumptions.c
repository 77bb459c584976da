// Assertions that the user takes to hold do not keep a loop sequential; the remark and the report say so.
// RUN: rm -rf %t && kasuri %s -Rkasuri -Rkasuri-missed --cores=2 --min-gain=0 --assume=assertions --report=%t -o %t/out 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=TEXT < %t/out/assumptions.c
// RUN: python3 %S/Inputs/check_schema.py %S/../../../docs/formats/report.schema.json %t/report.json
// RUN: FileCheck %s --check-prefix=JSON < %t/report.json
// RUN: kasuri %s -Rkasuri -Rkasuri-missed --cores=2 --min-gain=0 -o %t/plain 2>&1 | FileCheck %s --check-prefix=WITHOUT
// RUN: not kasuri %s --assume=luck -o %t/plain
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

// TEXT: #define __assert_fail ks_assert_fail
// TEXT-NEXT: #line 1 "{{.*}}assumptions.c"
// JSON: "assumptions": [
// JSON-NEXT: "assertions"
// JSON: "loops": [
static double a[100000];

static double half(double x) {
  assert(x >= 0);
  return x / 2;
}

int main(int argc, char **argv) {
  (void)argv;
  // CHECK: [[#@LINE+4]]:3: remark: loop runs in parallel: doall over 'i'; assuming that assertions hold [Doall]
  // WITHOUT: [[#@LINE+3]]:3: remark: loop stays sequential: the loop may end early through 'half' [EarlyExit]
  // WITHOUT: help: compile with -DNDEBUG, which removes assertions, or pass --assume=assertions
  // JSON: "assumptions": [{{$}}
  for (int i = 0; i < 100000; i++)
    a[i] = half(i);
  // An assertion is not the only way out here.
  // CHECK: [[#@LINE+4]]:3: remark: loop stays sequential: the loop may end early through 'exit' [EarlyExit]
  // WITHOUT: [[#@LINE+3]]:3: remark: loop stays sequential
  // WITHOUT: help: compile with -DNDEBUG, which removes assertions{{$}}
  // JSON: "assumptions": []
  for (int i = 0; i < 100000; i++) {
    a[i] = half(i);
    if (a[i] > argc * 1e9)
      exit(1);
  }
  printf("%g\n", a[10]);
  return 0;
}
