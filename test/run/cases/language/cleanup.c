#include <stdio.h>
static int gone; static void drop(int *p) { gone += *p; }
int main(void) { int a[5]; for (int i = 0; i < 5; i++) { int k __attribute__((cleanup(drop))) = i + 1; a[i] = gone + k; } int s = 0; for (int i = 0; i < 5; i++) s = s * 3 + a[i]; printf("%d %d\n", s, gone); return 0; }
