#include <stdio.h>
int main(void) { static const void *const next[] = {&&add, &&dbl, &&end}; static const unsigned char code[] = {0, 1, 0, 1, 1, 2}; int pc = 0, a = 1; goto *next[code[pc]]; add: a += 3; goto *next[code[++pc]]; dbl: a *= 2; goto *next[code[++pc]]; end: printf("%d\n", a); return 0; }
