// A layer has 256 tasks at most; a longer run of statements is several layers, one after the other.
// RUN: kasuri %s --dump=graph --stop-after=graph | FileCheck %s

int a[100], b[100];
void first(void) { a[0]++; }
void second(void) { b[0]++; }

// CHECK: layer {{[01]}} in long_one
// CHECK: T255 
// CHECK-NOT: T256 
// CHECK: layer {{[01]}} in long_one
// CHECK: T1 
// CHECK-NOT: T2 
void long_one(void) {
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
  first(); second(); first(); second(); first(); second();
}
