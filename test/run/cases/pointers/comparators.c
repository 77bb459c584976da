#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>
static int compared; static int by(const void *a, const void *b) { compared++; return *(const int *)a - *(const int *)b; }
int main(void) { int v[40]; for (int i = 0; i < 40; i++) v[i] = i * 29 % 41; qsort(v, 40, sizeof *v, by); int k = 5, *hit = bsearch(&k, v, 40, sizeof *v, by); int *p[4]; for (int i = 0; i < 4; i++) { p[i] = alloca(sizeof(int)); *p[i] = i; } printf("%d %d %d %d\n", v[0], v[39], hit ? *hit : -1, *p[1] + *p[2] * 10 + (compared > 0)); return 0; }
