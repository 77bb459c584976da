// More loops in each other than people write: the analyses would take hours for them, and leave them as they are.
// RUN: kasuri %s --dump=analysis --stop-after=analysis | FileCheck %s

#define LOOPS7(x) L(x##0) L(x##1) L(x##2) L(x##3) L(x##4) L(x##5) L(x##6)
#define L(x) for (int x = 0; x < 2; x++)

int a[2];

// CHECK: loop {{.*}}too-nested.c:[[@LINE+5]]:3 sequential
// CHECK-NEXT: the analysis of function 'f' exceeds its budget of 20000000 steps [AnalysisBudget]
// CHECK-NOT: parallel
// CHECK: loop {{.*}}too-nested.c:[[@LINE+5]]:3 parallel
void f(void) {
  LOOPS7(b) LOOPS7(c) LOOPS7(d) LOOPS7(e) LOOPS7(f) LOOPS7(g) LOOPS7(h) a[0]++;
}
void g(void) {
  for (int i = 0; i < 2; i++)
    a[i] = i;
}
