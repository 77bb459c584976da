#include <stdio.h>
struct b { unsigned a : 3, c : 7; signed d : 5; unsigned : 0; unsigned e : 1; } s[20];
int main(void) { for (int i = 0; i < 20; i++) s[i].a = (unsigned)i & 7; for (int i = 0; i < 20; i++) { s[i].c = (unsigned)(i * 9) & 127; s[i].d = i - 10; s[i].e = i & 1; } long t = 0; for (int i = 0; i < 20; i++) t = t * 5 % 100003 + s[i].a + s[i].c + s[i].d + s[i].e; printf("%ld\n", t); return 0; }
