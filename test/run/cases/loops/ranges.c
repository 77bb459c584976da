#include <stdio.h>
static const int t[16] = {[0 ... 3] = 1, [8 ... 11] = 5, [12] = 9}; struct e {}; struct o { int a; struct e none[0]; struct { int b; union { int c; float d; }; }; };
int main(void) { struct o o[6]; int s = 0; for (int i = 0; i < 6; i++) { o[i].a = t[i]; o[i].b = t[i + 6]; o[i].c = i; } for (int i = 0; i < 6; i++) s = s * 5 + o[i].a + o[i].b + o[i].c; switch (s % 9) { case 1 ... 4: s++; } printf("%d %d\n", s, (int)sizeof(struct o)); return 0; }
