// A dependence carries the bytes that the later task reads and the earlier one wrote: of values
// that flow, each byte once; not what is only overwritten, and nothing where that is not known.
// RUN: kasuri %s --dump=graph --stop-after=graph --dump-function=f -- | FileCheck %s
// RUN: kasuri %s --dump=graph --stop-after=graph --dump-function=h -- | FileCheck %s --check-prefix=LENGTH
// RUN: kasuri %s --cores=2 --report=%t -- && FileCheck %s --check-prefix=PLAN < %t/report.json
static int spec[512], scale, other[512];
static void fill(int *x, int k) {
  for (int i = 1; i < 512; i++)
    x[i] = x[i - 1] + k;
}
static int halves(const int *x) {
  int s = 0;
  for (int i = 0; i < 256; i++)
    s = s * 3 + x[i];
  for (int i = 0; i < 256; i++)
    s = s * 5 + x[i];
  return s;
}
int f(int *unknown, int n) {
  int a, b;
  // CHECK: T0 subroutine {{.*}}:[[#@LINE+1]]:3: at once{{$}}
  fill(spec, 1);
  // CHECK: T1 subroutine {{.*}}:[[#@LINE+1]]:3: T0 (reads 1024 bytes of T0){{$}}
  a = halves(spec + 256);
  // CHECK: T2 subroutine {{.*}}:[[#@LINE+1]]:3: T1{{$}}
  fill(spec, 2);
  // CHECK: T3 repetition {{.*}}:[[#@LINE+1]]:3{{.*}}: T1 (reads 4 bytes of T1)
  for (int i = 0; i < 512; i++)
    other[i] = a + i;
  // CHECK: T4 repetition {{.*}}:[[#@LINE+1]]:3{{.*}}: at once
  for (int i = 0; i < n; i++)
    unknown[i] = i;
  return a;
}
static int many[90000], few[9000];
static void begin(int *x) {
  for (int i = 1; i < 9000; i++)
    x[i] = x[i - 1] * 7 + x[i];
}
static void beginMany(int *x) {
  for (int i = 1; i < 90000; i++)
    x[i] = x[i - 1] * 7 + x[i];
}
static int end(const int *x, int n) {
  int s = 0;
  for (int i = 0; i < 8000; i++)
    s = s * n + x[i];
  return s;
}
// The plan's edges carry the same.
// PLAN: "name": "g@volume.c:[[#FIRST:]]"
// PLAN: "name": "g@volume.c:[[#FIRST+1]]"
// PLAN: "name": "g@volume.c:[[#FIRST+2]]"
// PLAN: "task": 0,
// PLAN-NEXT: "bytes": 32000
// PLAN: "name": "g@volume.c:[[#FIRST+3]]"
// PLAN: "task": 1,
// PLAN-NEXT: "bytes": 31996
// PLAN: "graph":
// PLAN: "bytes": 32000
int g(void) {
  int a, b;
  beginMany(many);
  begin(few);
  a = end(many + 40000, 3);
  b = end(few, 3) + end(few, 5) + end(few, 7) + end(few, 9) + end(few, 11) + end(few, 13);
  return a + b;
}
static void set(int *x, int n) {
  for (int i = 1; i < n; i++)
    x[i] = x[i - 1] * 7;
}
int h(int n) {
  // A length that is not known is that of the object, or nothing.
  // LENGTH: T0 subroutine
  // LENGTH: T1 subroutine {{.*}}: T0 (reads 32000 bytes of T0)
  // LENGTH: T2 subroutine {{.*}}: at once
  int a;
  set(few, n);
  a = end(few, 3);
  set(many, n);
  return a;
}
