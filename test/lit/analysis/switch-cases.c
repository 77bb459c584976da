// A switch that has a case for each value enters one of its arms; `default` is dead.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
void abort(void);

void all(double *restrict to, const int *restrict from, const unsigned *restrict u, int n) {
  double factor = 0;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel private(factor
  for (int i = 0; i < n; i++) {
    switch (from[i] & 5) {
    case 0: factor = 1; break;
    case 1: factor = 2; break;
    case 4: factor = 3; break;
    case 5: factor = 4; break;
    }
    to[i] *= factor;
  }
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel
  for (int i = 0; i < n; i++) {
    switch (u[i] % 3) {
    case 0 ... 1: to[i] = 1; break;
    case 2: to[i] = 2; break;
    default: abort();
    }
  }
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel
  for (int i = 0; i < n; i++) {
    switch (from[i] > 0) {
    default: abort();
    case 0: to[i] = 1; break;
    case 1: to[i] = 2; break;
    }
  }
}

void others(double *restrict to, const int *restrict from, int n) {
  double factor = 0;
  // 4 is missing.
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++) {
    switch (from[i] & 5) {
    case 0: factor = 1; break;
    case 1: factor = 2; break;
    case 5: factor = 4; break;
    }
    to[i] *= factor;
  }
  // -1 % 3 is -1.
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++) {
    switch (from[i] % 3) {
    case 0: to[i] = 1; break;
    case 1: to[i] = 2; break;
    case 2: to[i] = 3; break;
    default: abort();
    }
  }
  // The arm in front falls into it.
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++) {
    switch (from[i] & 1) {
    case 0: to[i] = 1; break;
    case 1: if (to[i] > 0) break;
    default: abort();
    }
  }
  // A goto leads there.
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++) {
    if (to[i] < 0)
      goto bad;
    switch (from[i] & 1) {
    case 0: to[i] = 1; break;
    case 1: to[i] = 2; break;
    default: bad: abort();
    }
  }
}
