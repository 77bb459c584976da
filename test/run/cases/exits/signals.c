#include <signal.h>
#include <stdio.h>
static volatile sig_atomic_t hits;
static void on(int n) { (void)n; hits++; }
int main(void) { signal(SIGUSR1, on); int a[10]; for (int i = 0; i < 10; i++) { a[i] = (int)hits; raise(SIGUSR1); } int s = 0; for (int i = 0; i < 10; i++) s = s * 2 + a[i]; printf("%d %d\n", s, (int)hits); return 0; }
