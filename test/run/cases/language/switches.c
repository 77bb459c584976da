#include <stdio.h>
static int f(int x) { int r = 0; switch (x % 5) { case 0: r = 1; /* fall through */ case 1: r += 2; break; default: r = 9; break; case 3: for (int i = 0; i < 4; i++) { if (i == 2) break; r += i; } } return r; }
static void duff(char *to, const char *from, int n) { int k = (n + 3) / 4; switch (n % 4) { case 0: do { *to++ = *from++; /* fall through */ case 3: *to++ = *from++; /* fall through */ case 2: *to++ = *from++; /* fall through */ case 1: *to++ = *from++; } while (--k > 0); } }
int main(void) { int s = 0; char b[12] = ""; for (int i = 0; i < 20; i++) s = s * 3 % 1009 + f(i); duff(b, "hello duff", 11); printf("%d %s\n", s, b); return 0; }
