// errno is private to iterations that set it before they look at it.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
#include <errno.h>
#include <math.h>
#include <stdlib.h>

static double x[1000], y[1000];
static int codes[1000];
static long numbers[1000];
static char texts[1000][24];

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel
void own(int n) {
  for (int i = 0; i < n; i++) {
    errno = 0;
    y[i] = log(x[i]);
    codes[i] = errno;
  }
}

static int parse(const char *text, long *number) {
  errno = 0;
  *number = strtol(text, NULL, 10);
  return errno == ERANGE ? -1 : 0;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel
void in_function(int n) {
  for (int i = 0; i < n; i++)
    codes[i] = parse(texts[i], &numbers[i]);
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel
void on_both_ways(int n) {
  for (int i = 0; i < n; i++) {
    if (x[i] > 0)
      errno = 0;
    else
      errno = EDOM;
    y[i] = log(x[i]);
    codes[i] = errno;
  }
}

// A worker has not seen what the source has set in front of the loop.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NEXT: 'errno' carries a value from one iteration to the next
void only_read(int n) {
  for (int i = 0; i < n; i++)
    codes[i] = errno;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void kept(int n) {
  for (int i = 0; i < n; i++) {
    y[i] = log(x[i]);
    codes[i] = errno;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void sometimes(int n) {
  for (int i = 0; i < n; i++) {
    if (x[i] > 0)
      errno = 0;
    y[i] = log(x[i]);
    codes[i] = errno;
  }
}

// Which of the iterations has left it is not known.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void not_in_each(int n) {
  for (int i = 0; i < n; i++)
    if (x[i] > 0) {
      errno = 0;
      y[i] = log(x[i]);
      codes[i] = errno;
    }
}

// The address is that of another thread's errno.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void by_address(int n) {
  int *place = &errno;
  for (int i = 0; i < n; i++) {
    *place = 0;
    y[i] = log(x[i]);
    codes[i] = *place;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void in_head(int n) {
  for (int i = 0; i < n && errno < 40; i++) {
    errno = 0;
    codes[i] = errno;
  }
}

// What has been set is not known any more after the call.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void as_subscript(int n) {
  for (int i = 1; i < n; i++) {
    errno = 0;
    y[i] = log(x[i]);
    codes[i] = codes[i - (errno == 0 ? 0 : 1)];
  }
}
