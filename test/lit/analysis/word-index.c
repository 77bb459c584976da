// An index as wide as addresses is taken modulo their size, as the processor does: with 32 bits, (size_t)-1 is the
// element in front of a pointer, and not one far behind it.
// RUN: kasuri %s -Rkasuri -Rkasuri-missed --min-gain=0 -- --target=arm-linux-gnueabihf 2>&1 | FileCheck %s --check-prefixes=CHECK,NARROW
// RUN: kasuri %s -Rkasuri -Rkasuri-missed --min-gain=0 -- --target=aarch64-linux-gnu 2>&1 | FileCheck %s --check-prefixes=CHECK,WIDE
// RUN: kasuri %s -Rkasuri -Rkasuri-missed --min-gain=0 -- -m32 2>&1 | FileCheck %s --check-prefixes=CHECK,NARROW
typedef __SIZE_TYPE__ size;

void negative(int *p) {
  // CHECK: [[@LINE+1]]:3: remark: loop stays sequential
  for (int i = -500; i < 500; i++)
    p[(size)i] = i + p[-1];
}

void inFront(int *p, size n) {
  // CHECK: [[@LINE+1]]:3: remark: loop stays sequential
  for (size i = 0; i < n; i++)
    p[i - 1] = p[-1] + (int)i;
}

void largest(int *p) {
  // CHECK: [[@LINE+1]]:3: remark: loop stays sequential
  for (int i = -500; i < 500; i++)
    p[i] = i + p[(size)-1];
}

// A number of 32 bits, converted, may be cut off; the test for that fails at -1.
void converted(int *p, size n) {
  // NARROW: [[@LINE+2]]:3: remark: loop stays sequential
  // WIDE: [[@LINE+1]]:3: remark: loop runs in parallel: doall over 'i' [Doall]
  for (size i = 0; i < n; i++)
    p[(long)i - 1] = 2 * p[(long)i - 1];
}

void forward(int *p, const int *restrict q, size n) {
  // CHECK: [[@LINE+1]]:3: remark: loop runs in parallel: doall over 'i' [Doall]
  for (size i = 0; i < n; i++)
    p[i] = q[i + 1];
}
