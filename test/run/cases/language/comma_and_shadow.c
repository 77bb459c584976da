#include <stdio.h>
int i = 77;
int main(void) { int a[30], n = 30; for (int i = 0, j = 30; i < j; i++, j--) a[i] = j, a[j - 1] = i; for (int k = 0; k < n; k++) { int n = k * 2; { int k = n + 1; a[n / 2] += k; } } int s = i; for (int k = 0; k < 30; k++) s = s * 3 % 10007 + a[k]; printf("%d\n", s); return 0; }
