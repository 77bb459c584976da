// Masks of several runs of bits, and remainders of numbers that may be negative: in which subscripts they
// are proved to be apart.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s

enum { N = 256 };
int grid[N][N];

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void flipped(int *restrict to, const int *restrict from, int n) {
  for (int i = 0; i < n; i++)
    to[i ^ 5] = from[i];
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void mask_in_front(int *restrict to, const int *restrict from, int n) {
  for (int i = 0; i < n; i++)
    to[0x54 ^ i] = from[i];
}

// Iteration 5 reads what iteration 0 writes.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void exchanged(int *a, int n) {
  for (int i = 0; i < n; i++)
    a[i ^ 5] = a[i] + 1;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void set(int *restrict to, const int *restrict from, int n) {
  for (int i = 0; i < n; i++)
    to[i | 5] = from[i];
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void cleared(int *restrict to, const int *restrict from, int n) {
  for (int i = 0; i < n; i++)
    to[i & ~5] = from[i];
}

// CHECK: loop {{.*}}:[[#@LINE+4]]:3 parallel{{$}}
// CHECK: loop {{.*}}:[[#@LINE+4]]:5 parallel{{$}}
// The neighbors of a red cell are black, whatever the sign of `color`.
void red_black(int n, int color) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1 + (i + color) % 2; j < n - 1; j += 2)
      grid[i][j] = grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1];
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void red_black_bits(int n, int color) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1 + ((i + color) & 1); j < n - 1; j += 2)
      grid[i][j] = grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1];
}

// The same, by numbers that may wrap around.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void red_black_unsigned(int n, unsigned color) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1 + (int)(((unsigned)i + color) & 1); j < n - 1; j += 2)
      grid[i][j] = grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1];
}

// All rows begin with the same color.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void same_start(int n, int color) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1 + (2 * i + color) % 2; j < n - 1; j += 2)
      grid[i][j] = grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1];
}

// Three starts: there are neighbors of the same color.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void three_starts(int n, int color) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1 + (i + color) % 3; j < n - 1; j += 2)
      grid[i][j] = grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1];
}

// The remainder is negative for negative numbers: -1 and 1 are both odd, and i % 2 comes to both.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void signs(int *a, int n) {
  for (int i = -n; i < n; i++)
    a[1 + i % 2] = i;
}
