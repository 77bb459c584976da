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
// CHECK: :[[#@LINE+4]]:3: remark: loop {{.*}}: code after #define/#undef inside the function
void forgotten(void) {
#define SCALE 3
#undef SCALE
  for (int i = 0; i < 100; i++)
    a[i] = i * 3;
}
// CHECK: :[[#@LINE+5]]:3: remark: loop {{.*}}: code after #define/#undef inside the function
void perhaps(void) {
#if __SIZEOF_LONG__ == 8
#define SCALE 3
#endif
  for (int i = 0; i < 100; i++)
    a[i] = i * SCALE;
#undef SCALE
}
// CHECK: :[[#@LINE+2]]:3: remark: loop {{.*}}: code after #define/#undef inside the function
void inside(void) {
  for (int i = 0; i < 100; i++)
#define SCALE 3
    a[i] = i * SCALE;
#undef SCALE
}
// What is printed for the layer may have these words: a keyword, a variable's name, a type's, a member's.
typedef long Number;
struct Place {
  int row; };
// CHECK: :[[#@LINE+3]]:3: remark: loop {{.*}}: code after #define/#undef inside the function
void keyword(void) {
#define int long
  for (int i = 0; i < 100; i++)
    a[i] = i * sizeof(int);
#undef int
}
// CHECK: :[[#@LINE+3]]:3: remark: loop {{.*}}: code after #define/#undef inside the function
void variable(int n) {
#define n (n + 0)
  for (int i = 0; i < n; i++)
    a[i] = i;
#undef n
}
// CHECK: :[[#@LINE+3]]:3: remark: loop {{.*}}: code after #define/#undef inside the function
void type(Number by) {
#define Number 5
  for (int i = 0; i < 100; i++)
    a[i] = by * Number;
#undef Number
}
// CHECK: :[[#@LINE+3]]:3: remark: loop {{.*}}: code after #define/#undef inside the function
void member(const struct Place *p) {
#define row row
  for (int i = 0; i < 100; i++)
    a[i] = p->row;
#undef row
}
// CHECK: :[[#@LINE+3]]:3: remark: loop {{.*}}: code after #define/#undef inside the function
void ours(void) {
#define KS_part 5
  for (int i = 0; i < 100; i++)
    a[i] = i + KS_part;
#undef KS_part
}
// CHECK: :[[#@LINE+3]]:3: remark: loop {{.*}}: code with a target attribute cannot be moved
__attribute__((target("sse4.2")))
void target(void) {
  for (int i = 0; i < 100; i++)
    a[i] = i;
}
