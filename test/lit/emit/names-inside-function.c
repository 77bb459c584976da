// A task function stands in front of the function, where names declared inside it are unknown.
// RUN: rm -rf %t && kasuri %s -o %t --cores=2 --min-gain=0 -Rkasuri-missed -- 2>&1 | FileCheck %s
// RUN: cmp %s %t/names-inside-function.c
long a[100];
// CHECK: :[[#@LINE+3]]:3: remark: loop {{.*}}: a name that is declared inside the function cannot be moved
void type_name(void) {
  typedef short Small;
  for (int i = 0; i < 100; i++)
    a[i] = (Small)(i * 4001);
}
// CHECK: :[[#@LINE+5]]:3: remark: loop {{.*}}: a name that is declared inside the function cannot be moved
void struct_and_constant(void) {
  enum { STEP = 3 };
  struct Pair {
    int x, y; };
  for (int i = 0; i < 100; i++)
    a[i] = (long)sizeof(struct Pair) + STEP;
}
// CHECK: :[[#@LINE+3]]:3: remark: loop {{.*}}: code after a macro that is defined inside the function
void macro(void) {
#define SCALE 3
  for (int i = 0; i < 100; i++)
    a[i] = i * SCALE;
#undef SCALE
}
// CHECK: :[[#@LINE+3]]:3: remark: loop {{.*}}: code for a target of its own cannot be moved
__attribute__((target("sse4.2")))
void target(void) {
  for (int i = 0; i < 100; i++)
    a[i] = i;
}
