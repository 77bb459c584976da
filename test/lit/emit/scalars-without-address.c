// What tasks set of the function's scalars is a copy: the variables have no address, and where the layer does not run
// they are what they are in the source.
// RUN: rm -rf %t && kasuri %s -o %t --cores=2 --min-gain=0 --
// RUN: grep -v CHECK %t/scalars-without-address.c | FileCheck %s
// RUN: gcc -std=c11 -O2 -Wall -Wextra -Wno-maybe-uninitialized -Werror -I%S/../../../include -c %t/scalars-without-address.c -o %t/out.o
// RUN: clang -std=c11 -O2 -Wall -Wextra -Werror -I%S/../../../include -c %t/scalars-without-address.c -o %t/out.o
enum { N = 4096 };
static double in[N], out[N], energies[2];
static double energy(const double *x, int from) {
  double sum = 0;
  for (int i = from; i < N; i += 2)
    sum += x[i] * x[i];
  return sum;
}

// CHECK: struct ks_two_[[#TWO:]]_copies {
// CHECK-NEXT: double even;
// CHECK-NEXT: double odd;
// CHECK: struct ks_two_[[#TWO]]_copies ks_two_[[#TWO]]_enter(void)
// CHECK: .even = &ks_copies.even
double two(void) {
  // Both are set before they are read.
  // CHECK: struct ks_two_[[#TWO]]_copies ks_copies;
  // CHECK-NEXT: ks_copies = ks_two_[[#TWO]]_enter();
  // CHECK-NEXT: even = ks_copies.even;
  // CHECK-NEXT: odd = ks_copies.odd;
  // CHECK-NEXT: } else {
  double even, odd;
  even = energy(in, 0);
  odd = energy(in, 1);
  return even + 2 * odd;
}

// CHECK: double last(double kept, int n)
double last(double kept, int n) {
  // The last iteration's value is there if there is one.
  // CHECK: if (ks_trip_0 > 0)
  // CHECK-NEXT: kept = ks_copies.kept;
  for (int i = 0; i < n; i++) {
    kept = in[i] * 3;
    out[i] = kept + 1;
  }
  return kept;
}

// CHECK: double maybe(
double maybe(double threshold) {
  // It may have been set before, or not.
  // CHECK: #pragma GCC diagnostic push
  // CHECK: ks_copies = {.first = first};
  // CHECK: #pragma GCC diagnostic pop
  // CHECK-NEXT: first = ks_copies.first;
  double first;
  if (threshold > 3) {
    first = energy(in, 2);
    energies[0] = first;
  }
  energies[1] = energy(in, 3);
  return threshold > 3 ? first : energies[1];
}
// CHECK-NOT: &first
