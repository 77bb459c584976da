/* PARALLEL: 4
 * Iterations set errno before they look at it. Behind the loop it is what the last one has left: 0 or not, set by itself
 * or by the library, also without iterations. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 3000 };
static double x[N], y[N];
static int codes[N];
static long numbers[N];
static char texts[N][40];

static void logs(int n) {
  for (int i = 0; i < n; i++) {
    errno = 0;
    y[i] = log(x[i]);
    codes[i] = errno;
  }
}

static void both(int n) {
  for (int i = 0; i < n; i++) {
    y[i] = sqrt(x[i]);
    errno = x[i] > 0 ? EAGAIN : 0;
    codes[i] += 3 * errno;
  }
}

static int parse(const char *text, long *number) {
  errno = 0;
  *number = strtol(text, NULL, 10);
  return errno == ERANGE ? -1 : errno;
}

static void numbers_of(int n) {
  for (int i = 0; i < n; i++)
    codes[i] += 5 * parse(texts[i], &numbers[i]);
}

static void show(const char *name, int n) {
  const int left = errno;
  unsigned sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 31 + (unsigned)codes[i] + (unsigned)numbers[i];
  printf("%s %d: %u, errno %d\n", name, n, sum, left);
}

int main(void) {
  for (int i = 0; i < N; i++) {
    x[i] = i % 7 == 3 ? -i : i + 1;
    snprintf(texts[i], sizeof texts[i], "%d%s", i, i % 11 == 4 ? "99999999999999999999" : "");
  }
  for (int n = 0; n <= N; n += n < 20 ? 1 : 993) {
    errno = ENOENT;
    logs(n);
    show("logs", n);
    errno = ENOENT;
    both(n);
    show("both", n);
    errno = ENOENT;
    numbers_of(n);
    show("numbers", n);
  }
  return 0;
}
