// A function of so many parts that the budget does not even allow to compare them stays as it is, and its loops say so.
// Others are not affected, though they call it.
// RUN: kasuri %s --dump=analysis --stop-after=analysis --analysis-budget=4 | FileCheck %s --check-prefixes=SMALL,BOTH --implicit-check-not="{{^loop}}"
// RUN: kasuri %s --dump=analysis --stop-after=analysis | FileCheck %s --check-prefixes=LARGE,BOTH --implicit-check-not="{{^loop}}"
// RUN: kasuri %s --dump=model --stop-after=model --analysis-budget=4 --dump-function=large | FileCheck %s --check-prefix=MODEL
// RUN: kasuri %s -o %t --analysis-budget=4 && clang-22 -fsyntax-only -I%S/../../../include %t/too-large.c

int a[1000], b[1000];

// MODEL: opaque {{.*}} because of its size
void large(void) {
  // SMALL: loop {{.*}}too-large.c:[[@LINE+3]]:3 sequential
  // SMALL-NEXT: the analysis of function 'large' exceeds its budget of 4 steps [AnalysisBudget]
  // LARGE: loop {{.*}}too-large.c:[[@LINE+1]]:3 parallel
  for (int i = 0; i < 1000; i++) {
    a[i] = i + i * 2 + i * 3 + i * 4 + i * 5 + i * 6 + i * 7 + i * 8 + i * 9 + i * 10;
    b[i] = i + i * 2 + i * 3 + i * 4 + i * 5 + i * 6 + i * 7 + i * 8 + i * 9 + i * 10;
    a[i] ^= i + i * 2 + i * 3 + i * 4 + i * 5 + i * 6 + i * 7 + i * 8 + i * 9 + i * 10;
    b[i] ^= i + i * 2 + i * 3 + i * 4 + i * 5 + i * 6 + i * 7 + i * 8 + i * 9 + i * 10;
  }
}

void small(int *restrict x) {
  // BOTH: loop {{.*}}too-large.c:[[@LINE+1]]:3 parallel
  for (int i = 0; i < 1000; i++)
    x[i] = i;
  large();
  // BOTH: loop {{.*}}too-large.c:[[@LINE+1]]:3 sequential
  for (int i = 0; i < 1000; i++)
    large();
}
