#include <stdio.h>
static long f(int n, int m, int a[n][m]) { long s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) { a[i][j] += i * j; s += a[i][j]; } return s; }
int main(int argc, char **argv) { (void)argv; int n = argc + 5; int v[n][n + 1]; for (int i = 0; i < n; i++) for (int j = 0; j <= n; j++) v[i][j] = i - j; printf("%ld %zu\n", f(n, n + 1, v), sizeof v); return 0; }
