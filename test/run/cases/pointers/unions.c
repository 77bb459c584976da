#include <stdio.h>
#include <string.h>
union u { float f; unsigned n; unsigned char b[4]; struct { short lo, hi; }; };
int main(void) { union u v[16]; for (int i = 0; i < 16; i++) v[i].f = i * 1.5f; unsigned x = 0; for (int i = 0; i < 16; i++) { v[i].b[1] ^= 3; x = x * 33 + v[i].n + (unsigned)v[i].hi; } printf("%u\n", x); return 0; }
