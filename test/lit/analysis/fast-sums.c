// With --fp=fast floating-point sums and products are combined in any order, and nothing else changes.
// RUN: kasuri %s --fp=fast --dump=analysis --stop-after=analysis -- | FileCheck %s
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s --check-prefix=EXACT
// RUN: rm -rf %t && kasuri %s --fp=fast --min-gain=0 --cores=2 -Rkasuri -o %t -- 2>&1 | FileCheck %s --check-prefix=REMARK

double x[100000], weight[64], totals[8], best;
int key[100000];

// CHECK: loop {{.*}}:[[#@LINE+5]]:3 parallel reduction(s){{$}}
// EXACT: loop {{.*}}:[[#@LINE+4]]:3 parallel reduction(s, in order){{$}}
// REMARK: fast-sums.c:[[#@LINE+3]]:3: remark: loop runs in parallel: doall over 'i', reduction 's' (+, in any order) [Doall]
double plain(int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

// CHECK: loop {{.*}}:[[#@LINE+4]]:3 parallel reduction(s){{$}}
// EXACT: loop {{.*}}:[[#@LINE+3]]:3 parallel reduction(s, in order){{$}}
float of_inner_loops(int n) {
  float s = 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i % 7; j++)
      if (x[i + j] > 0)
        s *= (float)x[i + j];
  return s;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel reduction(weight[key[i] & 63]){{$}}
// EXACT: loop {{.*}}:[[#@LINE+2]]:3 parallel reduction(weight[key[i] & 63], in order){{$}}
void by_key(int n) {
  for (int i = 0; i < n; i++)
    weight[key[i] & 63] += x[i];
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel reduction(totals[3]){{$}}
// EXACT: loop {{.*}}:[[#@LINE+2]]:3 parallel reduction(totals[3], in order){{$}}
void in_element(int n) {
  for (int i = 0; i < n; i++)
    totals[3] -= x[i];
}

// What the loop looks at has an order in any mode.
// CHECK: loop {{.*}}:[[#@LINE+4]]:3 sequential
// EXACT: loop {{.*}}:[[#@LINE+3]]:3 sequential
double running(int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    s += x[i];
    x[i] = s;
  }
  return s;
}

// CHECK: loop {{.*}}:[[#@LINE+4]]:3 sequential
// EXACT: loop {{.*}}:[[#@LINE+3]]:3 sequential
double smoothed(int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s = s * 0.9 + x[i];
  return s;
}
