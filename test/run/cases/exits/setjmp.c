#include <setjmp.h>
#include <stdio.h>
static jmp_buf env; static int depth;
static void dive(int n) { depth++; if (n == 0) longjmp(env, 7); dive(n - 1); }
int main(void) { volatile int tries = 0; int a[20]; int r = setjmp(env); tries++; for (int i = 0; i < 20; i++) a[i] = i * tries; if (r == 0) dive(5); printf("%d %d %d %d\n", r, tries, depth, a[19]); return 0; }
