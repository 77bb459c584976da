// Loops whose test says which way it mostly goes: likely(i < n) counts like i < n.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
#define likely(x) __builtin_expect(!!(x), 1)
#define expected(x) __builtin_expect((x) != 0, 1)
#define unlikely(x) __builtin_expect((x), 0)

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void plain(int *x, int n) {
  for (int i = 0; likely(i < n); i++)
    x[i] = 3;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel{{$}}
void walked(int *x, int n) {
  int i = 0;
  while (expected(i < n)) {
    x[i] = 3;
    i++;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void down(int *x, int n) {
  while (unlikely(n--))
    x[n] = 3;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void left(int *x, int n) {
  for (int i = 0;; i++) {
    if (unlikely(i >= n))
      break;
    x[i] = 3;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void either(int *x, int n) {
  for (int i = 0; likely(i < n || x[i]); i++)
    x[i] = 3;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void not(int *x, int n) {
  for (int i = 0; likely(!(i < n)); i++)
    x[i] = 3;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void once(int *x, int n) {
  for (int i = 0; __builtin_expect((i < n) != 1, 0); i++)
    x[i] = 3;
}
