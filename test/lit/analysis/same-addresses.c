// Pointers that are the same address where the loop starts: no test that they are apart is made.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
// RUN: kasuri %s -Rkasuri-missed -- 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK: loop {{.*}}:[[#@LINE+5]]:5 sequential
// REMARK: same-addresses.c:[[#@LINE+4]]:5: remark: loop stays sequential: 'p[i - 1]' and 'q[i]' may be the same memory [UnknownAlias]
// REMARK: same-addresses.c:{{.*}}: note: help: they are the same memory here: use one of the two for both
void compared(float *p, float *q, int n) {
  if (p == q)
    for (int i = 1; i < n; i++)
      q[i] = p[i - 1] * 0.5f;
}

// The other arm may be tested, and so may a loop behind the branch.
// CHECK: loop {{.*}}:[[#@LINE+6]]:5 parallel guard('p[i - 1]' and 'q[i]' do not overlap)
// CHECK: loop {{.*}}:[[#@LINE+7]]:3 parallel guard('p[i - 1]' and 'q[i]' do not overlap)
void otherArm(float *p, float *q, int n) {
  if (p == q)
    q[0] = 1;
  else
    for (int i = 1; i < n; i++)
      q[i] = p[i - 1] * 0.5f;
  for (int i = 1; i < n; i++)
    q[i] = p[i - 1] * 0.5f;
}

// One of them has moved since.
// CHECK: loop {{.*}}:[[#@LINE+4]]:5 parallel guard('p[i]' and 'q[i]' do not overlap)
void moved(float *p, float *q, int n, int far) {
  if (p == q) {
    p += far;
    for (int i = 1; i < n; i++)
      q[i] = p[i] * 0.5f;
  }
}

// Elements of the same iteration do no harm, whether they are the same or not.
// CHECK: loop {{.*}}:[[#@LINE+3]]:5 parallel
void sameElement(float *restrict r, float *p, int n) {
  if (p == r)
    for (int i = 0; i < n; i++)
      r[i] = r[i] * 0.5f;
}

// The only caller gives one vector twice.
typedef struct { int n; float *v; } vec;
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
static void onlyCaller(const vec *in, vec *out) {
  for (int i = 1; i < in->n; i++)
    out->v[i] = in->v[i - 1];
}

// Another caller does not.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel {{.*}}guard('in->v[i - 1]' and 'out->v[i]' do not overlap)
static void twoCallers(const vec *in, vec *out) {
  for (int i = 1; i < in->n; i++)
    out->v[i] = in->v[i - 1];
}

void callers(float *x, float *y, int n) {
  vec a = {n, x}, b = {n, y};
  onlyCaller(&a, &a);
  twoCallers(&a, &a);
  twoCallers(&a, &b);
}

// Two members of one table are two pointers.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard('p->v[i - 1]' and 'q->v[i]' do not overlap)
static void members(const vec *restrict p, const vec *restrict q, int n) {
  for (int i = 1; i < n; i++)
    q->v[i] = p->v[i - 1];
}
static vec pair[2];
void member(float *x, float *y, int n) {
  pair[0].v = x;
  pair[1].v = y;
  members(&pair[0], &pair[1], n);
}
