/* Each loop here has a reason to stay as it is. */
#include <stdio.h>
typedef struct { int x[8]; int *peer; } R; static R r[5];
static void mix(R *a) { for (int i = 0; i < 8; i++) a->peer[i] += a->x[i] + i; }
static void next(R *a) { for (int i = 0; i < 9; i++) ((int *)a)[i % 8] += i; a[1].x[0] += a->x[7]; }
static R *pick(int c) { return &r[c / 2]; }
int main(void) { for (int c = 0; c < 5; c++) { r[c].peer = r[(c + 1) % 5].x; for (int i = 0; i < 8; i++) r[c].x[i] = c + i; } for (int c = 0; c < 5; c++) mix(&r[c]); for (int c = 0; c < 4; c++) next(&r[c]); for (int c = 0; c < 5; c++) pick(c)->x[0] = pick(c)->x[0] * 3 + c; long s = 0; for (int c = 0; c < 5; c++) for (int i = 0; i < 8; i++) s = s * 7 % 100003 + r[c].x[i]; printf("%ld\n", s); return 0; }
