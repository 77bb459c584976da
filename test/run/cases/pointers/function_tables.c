#include <stdio.h>
static int calls; static int inc(int x) { calls++; return x + 1; } static int dbl(int x) { return x * 2; } static int neg(int x) { return -x; }
typedef int (*op)(int); static op const table[] = {inc, dbl, neg};
int main(void) { int v[30]; for (int i = 0; i < 30; i++) v[i] = table[i % 3](i); op mine[2] = {dbl, inc}; for (int i = 0; i < 30; i++) v[i] = mine[i & 1](v[i]); int s = 0; for (int i = 0; i < 30; i++) s = s * 3 % 10007 + v[i]; printf("%d %d\n", s, calls); return 0; }
