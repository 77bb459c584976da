// The do { … } while (0) of a macro is no loop to its user: no remark is about it, and it is not counted.
// RUN: kasuri %s -Rkasuri-missed -o %t/out -- -w 2>&1 | FileCheck %s
enum { N = 4000 };
static int b[N];

#define SET(place, value) do { (place) = (value); } while (0)

// The macro's loop, which runs once, is no loop to its user.
// CHECK-NOT: [[#@LINE+4]]:{{[0-9]+}}: remark: loop
// CHECK: [[#@LINE+2]]:3: remark: loop stays sequential: 'b[i]' is read
void sets(void) {
  for (int i = 1; i < N; i++) {
    SET(b[i], b[i - 1] + 1);
  }
}

// CHECK: kasuri: 0 of 1 loop 
