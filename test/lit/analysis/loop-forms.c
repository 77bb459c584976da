// Which forms of loops are counted, and what the others are said to lack.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
struct node { struct node *next; int value; };

void counted(int *p, int *end, int n, unsigned u) {
  int i, *q;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel
  while (u--)
    p[u] += 1;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel
  for (i = n; --i >= 0;)
    p[i] += 1;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel
  for (q = p; q != end; q++)
    *q += 1;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel induction(q, 4)
  for (q = p; n > 0; n -= 4) {
    *q++ = 1;
    *q++ = 2;
    q += 2;
  }
  i = 0;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel
  while (1) {
    if (i == n)
      break;
    p[i++] *= 2;
  }
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel induction(q, 1)
  for (i = 0, q = p; i < n; i++, q++)
    *q += i;
  i = 0;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel
  do
    p[i] += 5;
  while (++i < n);
}

void others(struct node *e, int *p, int *end, int n, unsigned u) {
  // CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
  // CHECK-NEXT: the number of iterations is not known when the loop starts: 'e' follows a linked structure [NotCounted]
  for (; e; e = e->next)
    e->value++;
  // CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
  // CHECK-NEXT: when the loop starts: 'u' may wrap around [NotCounted]
  while (--u)
    p[u] += 1;
  int *q = p;
  // CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
  // CHECK-NEXT: when the loop starts: 'end' may change in the loop [NotCounted]
  while (q < end)
    *q++ = 1, end -= n;
  int i = 0;
  // CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
  // CHECK-NEXT: when the loop starts: 'i' does not advance by the same amount in each iteration [NotCounted]
  while (i < n) {
    i += p[i] != 0;
    p[i++] = 0;
  }
}
