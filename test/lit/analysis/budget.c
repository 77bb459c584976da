// A loop may take so many steps of analysis and no more; beyond, it stays sequential and says so. Others are not
// affected.
// RUN: kasuri %s --dump=analysis --stop-after=analysis --analysis-budget=1000 > %t.first
// RUN: kasuri %s --dump=analysis --stop-after=analysis --analysis-budget=1000 > %t.second
// RUN: cmp %t.first %t.second
// RUN: FileCheck %s --check-prefixes=SMALL,BOTH --implicit-check-not="{{^loop|AnalysisBudget}}" < %t.first
// RUN: kasuri %s --dump=analysis --stop-after=analysis | FileCheck %s --check-prefixes=LARGE,BOTH --implicit-check-not="{{^loop|AnalysisBudget}}"
// RUN: not kasuri %s --dump=analysis --analysis-budget=0 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: --analysis-budget must be at least 1

// Apart, but it takes a proof over four counters.
void hard(int *restrict x, int *restrict y) {
  // SMALL: loop {{.*}}budget.c:[[@LINE+3]]:3 sequential
  // SMALL-NEXT: the analysis of function 'hard' exceeds its budget of 1000 steps [AnalysisBudget] {{.*}}budget.c:[[@LINE+2]]:3
  // LARGE: loop {{.*}}budget.c:[[@LINE+1]]:3 parallel
  for (int a = 0; a < 10; a++) {
    // SMALL: loop {{.*}}budget.c:[[@LINE+3]]:5 sequential
    // SMALL-NEXT: [AnalysisBudget]
    // LARGE: loop {{.*}}budget.c:[[@LINE+1]]:5 parallel
    for (int b = 0; b < 9; b++) {
      // SMALL: loop {{.*}}budget.c:[[@LINE+3]]:7 sequential
      // SMALL-NEXT: [AnalysisBudget]
      // LARGE: loop {{.*}}budget.c:[[@LINE+1]]:7 parallel
      for (int c = 0; c < 8; c++) {
        // BOTH: loop {{.*}}budget.c:[[@LINE+1]]:9 parallel
        for (int d = 0; d < 7; d++)
          x[a * 1001 + b * 777 + c * 7001 + d * 90001] = a;
      }
    }
  }
  // BOTH: loop {{.*}}budget.c:[[@LINE+1]]:3 parallel
  for (int i = 0; i < 1000; i++)
    y[i] = i;
}

void easy(int *restrict x, int *restrict y) {
  // BOTH: loop {{.*}}budget.c:[[@LINE+1]]:3 parallel
  for (int i = 0; i < 1000; i++)
    x[i] = y[i];
}
