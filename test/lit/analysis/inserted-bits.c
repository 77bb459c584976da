// Subscripts with a bit at a place that only the run knows.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel{{$}}
void exchange(int *a, int n, int bit) {
  int low = (1 << bit) - 1;
  for (int i = 0; i < n; i++) {
    int at = ((i & ~low) << 1) | (i & low);
    int kept = a[at];
    a[at] = a[at | (1 << bit)];
    a[at | (1 << bit)] = kept;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel{{$}}
void by_division(double *a, long n, int target) {
  long half = 1L << target;
  for (long i = 0; i < n; i++) {
    long at = i / half * 2 * half + i % half;
    double up = a[at], down = a[at + half];
    a[at] = up + down;
    a[at + half] = up - down;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel{{$}}
void by_addition(double *a, int n, int bit) {
  int low = (1 << bit) - 1;
  for (int i = 0; i < n; i++) {
    int at = (i & low) + 2 * (i & ~low);
    double up = a[at], down = a[at ^ (1 << bit)];
    a[at] = up + down;
    a[at ^ (1 << bit)] = up - down;
  }
}

// The bit is not free.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void not_moved(int *a, int n, int bit) {
  for (int i = 0; i < n; i++) {
    int low = (1 << bit) - 1;
    int at = (i & ~low) | (i & low);
    a[at | (1 << bit)] = a[at];
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void another_bit(int *a, int n, int bit, int other) {
  for (int i = 0; i < n; i++) {
    int low = (1 << bit) - 1;
    int at = ((i & ~low) << 1) | (i & low);
    a[at | (1 << other)] = a[at];
  }
}

// i | t and not i + t.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void set_twice(int *a, int n, int bit) {
  for (int i = 0; i < n; i++) {
    int low = (1 << bit) - 1;
    a[((i & ~low) | (i & low)) | (1 << bit)] = i;
  }
}

// Other low bits may be set already.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void other_low_bits(int *a, int n, int bit, int m) {
  for (int i = 0; i < n; i++) {
    int low = (1 << bit) - 1;
    a[((i & ~low) << 1 | (i & low)) | (m & low)] = i;
  }
}

// Iterations that differ in the lowest bit only have one place.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void lost_bit(int *a, int n, int bit) {
  for (int i = 0; i < n; i++) {
    int low = (1 << bit) - 2;
    int at = ((i & ~low) << 1) | (i & low);
    a[at] = i;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void upper_part(int *a, int n, int bit) {
  for (int i = 0; i < n; i++)
    a[i & ~((1 << bit) - 1)] = i;
}

// No power of two.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void any_mask(int *a, int n, int width) {
  for (int i = 0; i < n; i++) {
    int low = width - 1;
    int at = ((i & ~low) << 1) | (i & low);
    a[at] = i;
  }
}

// Numbers below 0 are rounded up, but not by the mask: -1 has the place of half - 1.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void from_below(double *a, long n, int target) {
  long half = 1L << target;
  for (long i = -n; i < n; i++)
    a[i / half * 2 * half + (i & (half - 1))] = i;
}
