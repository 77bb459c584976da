#include <stdio.h>
#define MAX(a, b) ({ __typeof__(a) x_ = (a); __typeof__(b) y_ = (b); x_ > y_ ? x_ : y_; })
int main(void) { int v[30], m = -5; for (int i = 0; i < 30; i++) v[i] = MAX(i % 7, 3); for (int i = 0; i < 30; i++) m = MAX(m, v[i]); int k = ({ int t = 0; while (t < 9) { if (t == 6) break; t++; } t; }); printf("%d %d\n", m, k); return 0; }
