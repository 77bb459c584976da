// A variable that each iteration writes has its last value from the last one, also if all iterations end by `continue`.
// RUN: kasuri %s --stop-after=analysis --dump=analysis | FileCheck %s
int a[1000], b[1000], c[1000];

int all(int n) {
  int t = 0;
  // CHECK: loop {{.*}}:[[@LINE+1]]:3 parallel private(t, last value){{$}}
  for (int i = 0; i < n; i++) {
    if (a[i] > 3) {
      t = a[i] * 2;
      b[i] = t;
      continue;
    } else {
      t = a[i] + 1;
      c[i] = t;
      continue;
    }
  }
  return t;
}

int some(int n) {
  int t = 0;
  // CHECK: loop {{.*}}:[[@LINE+1]]:3 parallel private(t, last value, if set){{$}}
  for (int i = 0; i < n; i++) {
    if (a[i] > 3) {
      t = a[i] * 2;
      b[i] = t;
      continue;
    } else {
      c[i] = a[i] + 1;
      continue;
    }
  }
  return t;
}

int read_first(int n) {
  int t = 0;
  // CHECK: loop {{.*}}:[[@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++) {
    if (a[i] > 3) {
      t = a[i] * 2;
      b[i] = t;
      continue;
    } else {
      c[i] = t + 1;
      t = 2;
      continue;
    }
  }
  return t;
}

int main(int argc, char **arguments) { return all(argc) + some(argc) + read_first(argc); }
