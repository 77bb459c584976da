// Where the program looks at errno, the last of all that set it must be known: rows do not tell.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
#include <errno.h>
#include <math.h>

enum { N = 1000 };
static double a[N][N];

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential{{$}}
void sets_errno(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N; j++)
      a[i][j] = sqrt(a[i - 1][j]) + a[i][j - 1];
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential wavefront(column){{$}}
void leaves_errno_alone(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N; j++)
      a[i][j] = fabs(a[i - 1][j]) + a[i][j - 1];
}

int has_failed(void) { return errno; }
