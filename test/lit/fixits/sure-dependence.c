// Nobody is asked to promise that a loop is independent if its iterations surely depend on each other.
// RUN: kasuri %s -Rkasuri-missed 2>&1 | FileCheck %s
// CHECK: loop stays sequential
// CHECK-NOT: fix-it
enum { N = 100000 };
static double total[N];

void run(void) {
  for (int i = 1; i < N; i++)
    total[i] += total[i - 1];
}

// Here two arrays may also be the same, and still the iterations need each other's results.
typedef struct {
  double *data;
} matrix;
void solve(const matrix *a, double *b, int n) {
  for (int r = n - 1; r >= 0; r--)
    for (int c = r + 1; c < n; c++)
      b[r] -= a->data[r * n + c] * b[c];
}
