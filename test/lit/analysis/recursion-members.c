// Of functions that call themselves, accesses to members stay apart from those to other members. Where each call goes
// on to other bytes, all may be touched.
// RUN: kasuri %s --stop-after=analysis --dump=analysis -- | FileCheck %s
struct tree {
  int depth, limit;
  int results[100];
};

static int descend(const struct tree *t, int x, int depth) {
  if (depth >= t->depth)
    return x;
  return descend(t, x / 2 + t->limit, depth + 1);
}
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel
void members(struct tree *t) {
  for (int i = 0; i < 100; i++)
    t->results[i] = descend(t, i, 0);
}

static int up(struct tree *t, int x);
static int down(struct tree *t, int x) { return x > t->limit ? up(t, x - 1) : x; }
static int up(struct tree *t, int x) { return x > t->depth ? down(t, x - 2) : x; }
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel
void mutual(struct tree *t) {
  for (int i = 0; i < 100; i++)
    t->results[i] = up(t, i);
}

static int drift(const int *p, int n) { return n == 0 ? *p : *p + drift(p + 1, n - 1); }
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void further(int *a, int n) {
  for (int i = 0; i < 100; i++)
    a[i + 20] = drift(a, n);
}

static int set(struct tree *t, int depth) {
  if (depth == 0)
    return t->results[7] = t->limit;
  return set(t, depth - 1) + 1;
}
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void element(struct tree *t) {
  for (int i = 0; i < 100; i++)
    t->results[i] += set(t, i & 3);
}
