// An arm that a constant condition never enters counts for nothing, as in the macros of allocators;
// one with a jump, or that can be entered in another way, does.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
void abort(void);
void message(const char *text);

void never(double *restrict to, const double *restrict from, int n) {
  double last = 0;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel
  for (int i = 0; i < n; i++) {
    if (0)
      abort();
    if (sizeof(int) == 8)
      message("eight bytes");
    if (sizeof(double) == 8)
      to[i] = from[i];
    else
      last += to[i] = last;
  }
}

void always(double *restrict to, const double *restrict from, int n) {
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++) {
    if (1)
      message("each time");
    to[i] = from[i];
  }
  // Not a constant: tested in front.
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel guard('n != 0')
  for (int i = 0; i < n; i++) {
    if (n == 0)
      message("perhaps");
    to[i] = from[i];
  }
}

void entered(double *restrict to, const double *restrict from, int n) {
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++) {
    if (from[i] < 0)
      goto inside;
    if (0) {
    inside:
      message("by a jump");
    }
    to[i] = from[i];
  }
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++) {
    if (0)
      return;
    to[i] = from[i];
  }
}
