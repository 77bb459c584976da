#include <stdio.h>
#include <stdlib.h>
struct v { int n; int data[]; }; struct z { int n; int tail[1]; };
int main(void) { struct v *v = malloc(sizeof *v + 40 * sizeof(int)); struct z *z = malloc(sizeof *z + 40 * sizeof(int)); if (!v || !z) return 1; int *w = z->tail; v->n = 40; for (int i = 0; i < v->n; i++) v->data[i] = i * i; for (int i = 0; i < 40; i++) w[i] = v->data[39 - i]; long s = 0; for (int i = 0; i < 40; i++) s = s * 7 % 10009 + w[i]; printf("%ld\n", s); free(v); free(z); return 0; }
