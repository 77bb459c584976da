// Orders that dependences forbid, and what each needs to be allowed: the near misses of a reordering. None of the
// functions below is reordered but those whose names begin with "may".
// RUN: kasuri %s --dump=reorder --stop-after=reorder --min-gain=0 | FileCheck %s
enum { N = 300 };
double a[N][N], b[N][N], c[N][N], s[N];
int t[N];
extern void seen(double);
int volatile_count;

// The columns depend on each other in both directions: no other loop may become the innermost one. Tiles that are skewed
// keep the order.
// CHECK: {{^}}nest {{.*}}legal.c:[[#@LINE+2]]:3 tiled 32x4096 over 'i' and 'j', skewed by 1
void may_be_in_tiles(void) {
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      a[j][i] = a[j - 1][i + 1] + a[j + 1][i - 1];
}

// CHECK: {{^}}nest {{.*}}legal.c:[[#@LINE+2]]:3 tiled 32, loop over 'j' innermost
void may_transpose(void) {
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++)
      b[j][i] = a[j][i] + c[i][j] + c[i][j];
}

// CHECK-NOT: {{^}}nest 
// An unseen function may do anything.
void calls(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      b[j][i] = a[j][i];
      seen(b[j][i]);
    }
}

// The loop may end early.
int ends(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      if (a[j][i] < 0)
        return i;
      b[j][i] = a[j][i];
    }
  return 0;
}

// The counter is used behind the nest.
int counter_is_live(void) {
  int i, j = 0;
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      b[j][i] = a[j][i];
  return i + j;
}

// CHECK: {{^}}nest {{.*}}legal.c:[[#@LINE+3]]:3
void may_use_counters(void) {
  int i, j;
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      b[j][i] = a[j][i];
}

// CHECK-NOT: {{^}}nest 
// Statements that cannot be written twice.
void labels(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      static int calls;
      calls++;
      b[j][i] = a[j][i];
    }
}

void directives(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
#ifdef UNKNOWN
      b[j][i] = 0;
#else
      b[j][i] = a[j][i];
#endif
}

// The variable hands a value from one iteration to the next.
void carried(void) {
  double last = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      b[j][i] = last;
      last = a[j][i];
    }
}

// The bound changes in the nest.
void bound(void) {
  for (int i = 0; i < t[0]; i++)
    for (int j = 0; j < N; j++)
      t[j] = (int)a[j][i];
}

// Two pointers may lead to the same memory, which is tested.
// CHECK: {{^}}nest {{.*}}legal.c:[[#@LINE+3]]:3
void may_be_apart(double *restrict unused, double (*p)[N], double (*q)[N]) {
  (void)unused;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      p[j][i] = q[j][i];
}

// CHECK-NOT: {{^}}nest 
// The same bytes as elements of two sizes.
union {
  int whole[N * N];
  short half[2 * N * N];
} bytes;
void sizes(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      bytes.half[N * j + i] = (short)bytes.whole[N * j + i];
}

// A jump out of the inner loop.
void leaves(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      if (c[j][i] < 0)
        break;
      b[j][i] = a[j][i];
    }
}
