/* SEQUENTIAL OPTIONS: --assume=assertions
 * A handler of SIGABRT sees what the iterations have done. */
#include <assert.h>
#include <signal.h>
#include <unistd.h>

#define N 500
static int a[N], b[N];

static void seen(int number) {
  (void)number;
  _exit(a[N - 1] == 0 ? 3 : 4);
}

int main(void) {
  close(2); /* the message names the program */
  signal(SIGABRT, seen);
  b[N / 2] = -1;
  for (int i = 0; i < N; i++) {
    assert(b[i] >= 0);
    a[i] = b[i] + 1;
  }
  return 0;
}
