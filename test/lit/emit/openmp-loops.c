// Loops for OpenMP stay in place: a pragma above them with what is private, reduced and shared, and a
// comment at the top of the file with what OpenMP does not express.
// RUN: rm -rf %t && kasuri --emit=openmp %s -o %t --cores=2 --min-gain=0 --
// RUN: grep -v CHECK %t/openmp-loops.c | FileCheck %s
// RUN: gcc -Wall -Wextra -Werror -fopenmp -c %t/openmp-loops.c -o %t/a.o
// RUN: clang -Wall -Wextra -Werror -fopenmp -c %t/openmp-loops.c -o %t/b.o
// CHECK: /* Parallelised by Kasuri with OpenMP 5; compile with -fopenmp.
// CHECK: What OpenMP does not express of a plan: which core runs which
int in[4096], out[4096];
int last_square, total;

// CHECK: /* comments stay */
/* comments stay */
// CHECK-NEXT: void squares(int n) {
// CHECK-NEXT: int i, t;
// CHECK-NEXT: #pragma omp parallel for default(none) shared(n, in, out) private(t) schedule(static)
// CHECK-NEXT: for (i = 0; i < n; i++) { // and these
void squares(int n) {
  int i, t;
  for (i = 0; i < n; i++) { // and these
    t = in[i];
    out[i] = t * t;
  }
}

// The loop's variable is read behind it, where it may have run not at all.
// CHECK: int counter(int n) {
// CHECK: #pragma omp parallel for default(none) shared(n, out) schedule(static)
// CHECK: out[i] += 3;
// CHECK-NEXT: i = (n - 1) >= 2 ? (n - 1) + 1 : 2;
int counter(int n) {
  int i;
  for (i = 2; i <= n - 1; i++)
    out[i] += 3;
  return i;
}

// Without iterations, a thread's copy has the value before.
// CHECK: int last(int n) {
// CHECK: firstprivate(kept) lastprivate(kept)
int last(int n) {
  int kept = 7;
  for (int i = 0; i < n; i++) {
    kept = in[i] / 3;
    out[i] = kept;
  }
  return kept;
}

// CHECK: void scratch(int n) {
// CHECK: default(none) shared(n, in, out) private(t) schedule(static)
void scratch(int n) {
  int t[16];
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 16; k++)
      t[k] = in[i] >> k;
    out[i] = t[3] + t[in[i] & 15];
  }
}

int main(void) {
  squares(4096);
  scratch(4000);
  return counter(4096) + last(4096);
}
