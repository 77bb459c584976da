#include <stdio.h>
#include <string.h>
static _Thread_local int mine; static __thread int yours = 4;
static int bump(int i) { mine += i; yours ^= i; return mine + yours; }
int main(void) { int a[20]; for (int i = 0; i < 20; i++) a[i] = bump(i); for (int i = 0; i < 20; i++) { mine = i; a[i] += mine; } long s = 0; for (int i = 0; i < 20; i++) s = s * 3 % 10007 + a[i]; printf("%ld %d\n", s, mine); return 0; }
