#include <stdio.h>
struct p { int x, y; };
static int len(const struct p *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i].x * a[i].y; return s; }
#define KIND(v) _Generic((v), int: 1, float: 2, default: 3)
int main(void) { int s = 0; for (int i = 0; i < 5; i++) s += len((struct p[]){{i, 2}, {.y = i, .x = 3}}, 2); struct p *q = &(struct p){4, 5}; q->x++; printf("%d %d %d%d%d\n", s, q->x, KIND(1), KIND(1.f), KIND("")); return 0; }
