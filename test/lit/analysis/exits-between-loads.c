// What a call knows that may end the program holds behind it: where no handler is registered, exit runs no code. Where
// one is, it does not come back, so what it writes is not there where the loop starts.
// RUN: kasuri %s --stop-after=analysis --dump=analysis -- | FileCheck %s
// RUN: kasuri %s --stop-after=analysis --dump=analysis -- -DHANDLER | FileCheck %s --check-prefix=HANDLER
#include <stdio.h>
#include <stdlib.h>

struct row {
  int length;
  double *at;
};
static struct row *rows;

static void check(int i) {
  if (i < 0) {
    fprintf(stderr, "bad %d\n", i);
    exit(1);
  }
}

// 'rows' is loaded in front of the loop. Its value there is known, if exit does not change it.
static void scale(int i, int k, int n) {
  check(i);
  if (rows[i].length > 1)
    // CHECK: loop {{.*}}:[[#@LINE+2]]:5 parallel guard('rows' and 'rows[i].at[j]' do not overlap)
    // HANDLER: loop {{.*}}:[[#@LINE+1]]:5 {{sequential$|parallel guard\(}}
    for (int j = 0; j < n; j++)
      rows[i].at[j] *= rows[k].at[j];
}

static void leave(void) {
  rows = NULL;
  scale(0, 1, 2);
}

int main(int argc, char **argv) {
  (void)argv;
  if (scanf("%p", (void **)&rows) != 1)
    return 1;
#ifdef HANDLER
  atexit(leave);
#else
  leave();
#endif
  for (int i = 1; i < argc; i++)
    scale(i, i - 1, 100000);
  return 0;
}
