#include <stdio.h>
static volatile int port; static int log_[50];
int main(void) { for (int i = 0; i < 50; i++) { port = i; log_[i] = port + port; } int s = 0; for (int i = 0; i < 50; i++) s += log_[i] * i; printf("%d\n", s); return 0; }
