// No access leaves its declared array, so the accesses of an iteration say where its counter is. Without that, each of
// these loops reads what an earlier iteration may have written.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s

enum { N = 1000 };
int flat[2 * N], other[2 * N], table[8][2 * N];
int stop(int i);

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void far_apart(int n) {
  for (int i = 0; i < n; i++)
    flat[i + N] = flat[i] + 1;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void downward(int n) {
  for (int i = n; i >= 0; i--)
    flat[i] = flat[i + N] + 1;
}

// The read is the one that cannot go further.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void by_what_is_read(int n) {
  for (int i = 0; i < n; i++) {
    int x = other[i + N];
    flat[i + N] = flat[i] + x;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void in_one_row(int r, int n) {
  for (int i = 0; i < n; i++)
    table[r][i + N] = table[r][i] + 1;
}

// Element N - 1 is written in iteration 0.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void nearer(int n) {
  for (int i = 0; i < n; i++)
    flat[i + N - 1] = flat[i] + 1;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void not_always(int n) {
  for (int i = 0; i < n; i++) {
    int x = flat[i];
    if (x > 0)
      flat[i + N] = x;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void behind_continue(int n) {
  for (int i = 0; i < n; i++) {
    other[i] = flat[i];
    if (other[i] > 0)
      continue;
    flat[i + N] = other[i];
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void not_evaluated(int n) {
  for (int i = 0; i < n; i++)
    other[i] = flat[i] > 0 && (flat[i + N] = i) > 3;
}

// The last iteration is left before it writes.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void left(int n) {
  for (int i = 0; i < n; i++) {
    int x = flat[i];
    if (x < 0)
      break;
    flat[i + N] = x;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void maybe_left(int n) {
  for (int i = 0; i < n; i++) {
    int x = stop(flat[i]);
    flat[i + N] = x;
  }
}

// No array is declared around it.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void behind_pointer(int *p, int n) {
  for (int i = 0; i < n; i++)
    p[i + N] = p[i] + 1;
}

// The inner loop may have no iteration: the writes keep the order of the loop.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel in-order
void in_an_inner_loop(int n, int m) {
  for (int i = 0; i < n; i++) {
    other[i] = flat[i];
    for (int j = 0; j < m; j++)
      flat[i + N] = j;
  }
}
