#include <stdio.h>
int main(void) { int i = 3, s = 0; goto in; for (i = 0; i < 6; i++) { s += i; in: s = s * 2 + i; } retry: if (s % 7) { s++; goto retry; } printf("%d\n", s); return 0; }
