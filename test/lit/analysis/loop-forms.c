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

// A narrow counter is computed as an int and cut off.
void narrow(int *p, unsigned char n, short m) {
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel{{$}}
  for (unsigned char i = 0; i < n; i++)
    p[i] += 1;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel{{$}}
  for (short i = 0; i < m; i++)
    p[i] += 1;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel {{.*}}guard('i' does not wrap around)
  for (unsigned char i = 0; i <= n; i++)
    p[i] += 1;
}

// The head may set numbers of any type beside the counter, but only the function's own.
double shared;
void sets(double *restrict p, const double *restrict q, int n) {
  int i, k;
  double t;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel private(k) private(t){{$}}
  for (i = 0; i < n; i++) {
    // CHECK: loop {{.*}}:[[#@LINE+1]]:5 parallel reduction(t, in order)
    for (k = 0, t = 0; k < n; k++)
      t += q[k];
    p[i] = t;
  }
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (i = 0, shared = 2; i < n; i++)
    p[i] += shared;
}

struct size { int width, height; };

// The second bound is there only where the first test holds.
void twoBounds(int *p, int n, const struct size *a, const struct size *restrict b) {
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel
  for (int i = 0; i < n && i < b->height; i++)
    p[i] += 1;
}

// What the test adds stays the same.
void sums(int *p, int n, int width) {
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel{{$}}
  for (int i = 1; i + width - 1 <= n; i++)
    p[i] = 1;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 1; i + p[i] <= n; i++)
    p[i] = 1;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (unsigned i = 1; i + (unsigned)width <= (unsigned)n; i++)
    p[i] = 1;
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
  // CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
  // CHECK-NEXT: [NotCounted]
  for (unsigned char c = 0; c != (unsigned char)n; c += 3)
    p[c] += 1;
  // CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
  // CHECK-NEXT: [NotCounted]
  for (unsigned short c = 0; c < (unsigned short)n; c = (unsigned char)(c + 1))
    p[c] += 1;
  // CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
  // CHECK-NEXT: [NotCounted]
  do
    p[i]++, i++;
  while (i < n && i < e->value);
}
