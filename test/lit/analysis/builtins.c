// Builtins that are values or assignments, and those that may do anything: none is assembly.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s --implicit-check-not=assembly
#include <stdarg.h>
enum { N = 4000 };
static int a[N], b[N], flags[N];
static int last, bits[2];
typedef float four __attribute__((vector_size(16)));
typedef int ints __attribute__((vector_size(16)));
static four v[N], w[N];
static ints u[N];

static int most(int count, ...) {
  va_list list, copy;
  int best = 0;
  va_start(list, count);
  va_copy(copy, list);
  for (int i = 0; i < count; i++) {
    int each = va_arg(list, int) + va_arg(copy, int);
    if (each > best)
      best = each;
  }
  va_end(copy);
  va_end(list);
  return best;
}

static double first(int count, ...) {
  va_list list;
  va_start(list, count);
  double value = va_arg(list, double);
  va_end(list);
  return value;
}

/// Writes where an argument points to.
static void put(int count, ...) {
  va_list list;
  va_start(list, count);
  *va_arg(list, int *) = count;
  va_end(list);
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel
void arguments(void) {
  for (int i = 0; i < N; i++)
    a[i] = most(3, i, b[i], 7) + (int)first(1, 2.5);
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NEXT: called function 'va_arg' is not visible and may access any memory [UnknownCall]
void pointers(void) {
  for (int i = 0; i < N; i++)
    put(i, &a[i / 2]);
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel
void checked(void) {
  for (int i = 0; i < N; i++) {
    int product;
    flags[i] = __builtin_mul_overflow(a[i], b[i], &product);
    b[i] = product;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel
void checkedInPlace(void) {
  for (int i = 0; i < N; i++)
    flags[i] = __builtin_add_overflow(a[i], 7, &b[i]);
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void checkedNext(void) {
  for (int i = 0; i + 1 < N; i++)
    flags[i] = __builtin_add_overflow(a[i], 7, &a[i + 1]);
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void checkedSum(void) {
  for (int i = 0; i < N; i++)
    flags[i] = __builtin_add_overflow(a[i], last, &last);
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel
void vectors(void) {
  for (int i = 0; i < N; i++)
    v[i] = __builtin_shufflevector(__builtin_elementwise_max(v[i], w[i]), w[i], 0, 5, 2, 7);
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void vectorBefore(void) {
  for (int i = 1; i < N; i++)
    v[i] = __builtin_shufflevector(v[i - 1], w[i], 0, 5, 2, 7);
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void convertedBefore(void) {
  for (int i = 1; i < N; i++)
    u[i] = __builtin_convertvector(v[i - 1], ints), v[i] = w[i];
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NEXT: called function '__sync_fetch_and_add' is not visible and may access any memory [UnknownCall]
void atomic(void) {
  for (int i = 0; i < N; i++)
    __sync_fetch_and_add(&bits[a[i] & 1], 1);
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void atomicToo(void) {
  for (int i = 0; i < N; i++)
    a[i] = __atomic_fetch_add(&last, 1, __ATOMIC_RELAXED);
}

int main(void) {
  arguments();
  pointers();
  checked();
  checkedInPlace();
  checkedNext();
  checkedSum();
  vectors();
  vectorBefore();
  convertedBefore();
  atomic();
  atomicToo();
  return a[3] + b[3] + flags[3] + last + (int)v[4][1] + u[3][0] + bits[0];
}
