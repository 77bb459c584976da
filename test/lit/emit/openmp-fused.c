// Also for OpenMP, the compiler's accounts of the source and of the output are compared (fused-otherwise.c): by the lines of
// the source, where pragmas, what stands in front of them, and second copies of loops have moved these. The output itself
// does not name them.
// RUN: kasuri %s --emit=openmp -o %t --cores=2 -Rkasuri --min-gain=0 -- -O3 -mfma -mavx2 2>&1 | FileCheck %s
// RUN: FileCheck --input-file=%t/openmp-fused.c %s --check-prefix=TEXT
// TEXT-NOT: {{^#}}line
double a[5000], b[5000];

// A guard, and the loop as it is without it.
static void scale(double *to, const double *from, int n) {
  // CHECK: openmp-fused.c:[[#@LINE+1]]:3: remark: loop runs in parallel
  for (int i = 0; i < n; i++)
    to[i] = 0.3 * to[i] + from[i];
}

// Two loops in sections.
static double smooth(int n) {
  double sum = 0;
  // CHECK: openmp-fused.c:[[#@LINE+1]]:3: remark: loop runs in parallel
  for (int i = 0; i < n; i++) {
    double t = a[i] * 0.4 + 1;
    b[i] = t * 0.5 + 2;
  }
  // CHECK: openmp-fused.c:[[#@LINE+1]]:3: remark: loop runs in parallel
  for (int i = 0; i < n; i++)
    sum += a[i];
  return sum;
}

int main(int argc, char **argv) {
  scale(a + argc, b, 4000);
  return smooth(4000) > 1;
}
