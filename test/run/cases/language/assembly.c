#include <stdio.h>
int main(void) { int a[8]; for (int i = 0; i < 8; i++) { a[i] = i; __asm__ volatile("" : "+r"(i) : : "memory"); } int s = 0; for (int i = 0; i < 8; i++) s += a[i]; printf("%d\n", s); return 0; }
