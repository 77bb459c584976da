#include <stdarg.h>
#include <stdio.h>
static int sum(int n, ...) { va_list l; int s = 0; va_start(l, n); for (int i = 0; i < n; i++) { int *p = va_arg(l, int *); s += *p; *p = i; } va_end(l); return s; }
int main(void) { int a = 1, b = 2, c = 3; int s = sum(3, &a, &b, &c); printf("%d %d %d %d\n", s, a, b, c); return 0; }
