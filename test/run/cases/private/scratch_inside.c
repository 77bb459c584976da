/* PARALLEL: 1 */
#include <stdio.h>
#include <stdlib.h>
static int box(const int *in, int n) { int *t = malloc((size_t)n * sizeof *t), s = 0; if (t == NULL) return -1; for (int i = 0; i < n; i++) t[i] = in[i] * 3; for (int i = 0; i < n; i++) s += t[n - 1 - i] * i; free(t); return s; }
int main(void) { static int in[6][32], out[6]; for (int r = 0; r < 6; r++) for (int i = 0; i < 32; i++) in[r][i] = r * i % 13; for (int r = 0; r < 6; r++) { int local[32]; for (int i = 0; i < 32; i++) local[i] = in[r][31 - i]; out[r] = box(local, 32) + box(in[r], 16); } for (int r = 0; r < 6; r++) printf("%d ", out[r]); puts(""); return 0; }
