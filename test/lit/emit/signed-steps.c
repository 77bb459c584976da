// Where a pointer goes by a step of either sign, its range is computed from the step as a whole.
// RUN: rm -rf %t && kasuri --cores=2 --min-gain=0 %s -o %t -- && FileCheck %s < %t/signed-steps.c
int f(int *to, int *from, int n, int back) {
  int a = 1, b = 2, step = 2;
  if (back) {
    to += 2 * (n - 1), from += 2 * (n - 1);
    step = -2;
  }
  while (n--) {
    a = (a * 3 + from[0]) & 1023;
    to[0] = a;
    b = (b * 5 + from[1]) & 1023;
    to[1] = b;
    to += step;
    from += step;
  }
  return a + b;
}
int x[999], y[999];
int main(void) { return f(x, y, 400, 0) + f(y, x, 400, 1); }
// CHECK: ks_is_apart(ks_sum((ks_int64)(ks_address)from, ks_least(0, ks_product(ks_product((ks_int64)step, 4), ks_trip_0 - 1)))
