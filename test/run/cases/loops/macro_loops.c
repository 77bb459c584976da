/* PARALLEL: 1 */
#include <stdio.h>
#define EACH(i, n) for (int i = 0; i < (n); i++)
#define SWAP(a, b) do { int t_ = a; a = b; b = t_; } while (0)
#define N 40
#define SQUARE(x) ((x) * (x))
#define LIST X(1) X(5) X(9)
int main(void) { int a[N], b[N], s = 0, scale = 3; EACH(i, N) a[i] = i; EACH(i, N) { EACH(j, 3) a[i] += j; } for (int i = 0; i < N; i++) b[i] = SQUARE(a[i]) * scale; EACH(i, N - 1) SWAP(b[i], b[i + 1]); int x[] = {
#define X(v) v,
LIST
#undef X
}; EACH(i, N) s = s * 3 % 10007 + b[i] + x[i % 3]; printf("%d\n", s); return 0; }
