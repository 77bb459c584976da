#include <stdio.h>
static int calls; static int a[64];
static int fib(int n) { calls++; return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static void sort(int lo, int hi) { if (hi - lo < 2) return; int p = a[lo], m = lo; for (int i = lo + 1; i < hi; i++) if (a[i] < p) { int t = a[++m]; a[m] = a[i]; a[i] = t; } int t = a[lo]; a[lo] = a[m]; a[m] = t; sort(lo, m); sort(m + 1, hi); }
int main(void) { for (int i = 0; i < 64; i++) a[i] = i * 37 % 64; sort(0, 64); printf("%d %d %d %d\n", fib(12), calls, a[0], a[63]); return 0; }
