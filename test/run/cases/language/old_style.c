#include <stdio.h>
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wdeprecated-non-prototype"
#endif
static int add(a, b) int a; int b; { int i, s = 0; for (i = 0; i < b; i++) s += a; return s; }
int main(void) { printf("%d\n", add(6, 7)); return 0; }
