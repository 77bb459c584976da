// Subscripts of bits, halves and numbers that wrap around, seen function by function: which are proved
// to be apart, which a guard decides, and which come to the same place.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void down(int *a, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    a[n - 1 - i] = 0;
}

// The value may wrap around: the test i < n is about another number.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard({{.*}}
void below(int *a, unsigned n, unsigned k) {
  for (unsigned i = 0; i < n; i++)
    a[k - 1 - i] = 0;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void swap(int *a, int n) {
  for (int i = 0; i < n / 2; i++) {
    int t = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = t;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void fours(int *a, int n) {
  for (int i = 0; i < n; i++)
    a[i & ~3] += i * a[i];
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void exchange(int *a, int n) {
  for (int i = 0; i < n; i++)
    a[i ^ 1] = a[i] + 1;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void nines(int *a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 9; j++)
      a[i << 3 | j] += a[i];
}

// Bits of negative numbers are not those of a sum.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void negative(int *a, int n) {
  for (int i = -n; i < n; i++)
    a[100 + (i | 3)] = a[i + 200];
}

// A shift up and down again takes the sign from a bit.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void sign(int *a) {
  for (int i = 0; i < 200; i++)
    a[200 + (i << 24 >> 24)] = i;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void longer(int *a, int n, int s) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= (1 << s); j++)
      a[(i << s) + j] += a[i];
}
