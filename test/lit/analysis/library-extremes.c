// fmax and fmin of a variable and a term are reductions; nothing else that they combine is.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
double fmax(double a, double b);
double fmin(double a, double b);
float fmaxf(float a, float b);
struct range { double low, high; };
static double x[1000];

double most(int n, struct range *restrict r) {
  double result = 0, least = 0;
  float single = 0;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel reduction(result)
  for (int i = 0; i < n; i++)
    result = fmax(result, x[i]);
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel reduction(least) reduction(single)
  for (int i = 0; i < n; i++) {
    least = fmin(x[i], least);
    single = fmaxf(single, (float)x[i]);
  }
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel reduction(r->low) reduction(r->high)
  for (int i = 0; i < n; i++) {
    r->low = fmin(r->low, x[i]);
    r->high = fmax(r->high, x[i]);
  }
  return result + least + single;
}

static void note(struct range *r, double value) { r->high = fmax(r->high, value); }

double others(int n, struct range *restrict r) {
  double result = 0;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++) {
    result = fmax(result, x[i]);
    result = fmin(result, x[i + 1]);
  }
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++) {
    result = fmax(result, x[i]);
    result = fmax(x[i + 1], result);
  }
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++)
    result = fmax(result, x[i] - result);
  // A comparison passes over NaN in another way.
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++) {
    result = fmax(result, x[i]);
    if (x[i + 1] > result)
      result = x[i + 1];
  }
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++)
    note(r, x[i]);
  return result;
}
