#include <stdio.h>
#include <stdlib.h>
static int state[10]; static void bye(void) { int s = 0; for (int i = 0; i < 10; i++) s += state[i]; printf("bye %d\n", s); }
static void step(int i) { state[i] = i; if (i == 6) exit(3); }
int main(void) { atexit(bye); for (int i = 0; i < 10; i++) step(i); return 0; }
