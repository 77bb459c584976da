// PARALLEL: 0
// AGAIN: --tile=8
// Lines of an array that iterations of a loop hand on, set in part, or read before they set them.
#include <stdio.h>

enum { N = 211 };
static double a[N][N], b[N][N], d[N + 2];
static int places[N];

static void fill(void) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      a[i][j] = (i * 3 + j * 5) % 17 - 8.25;
      b[i][j] = (i * 7 + j * 5) % 13 - 6.5;
    }
    places[i] = i * 7 % N;
  }
  for (int i = 0; i < N + 2; i++)
    d[i] = 0.75 * i + 0.1;
}

__attribute__((noinline)) static void handedOn(int n) {
  for (int j = 0; j < n; j++) {
    for (int i = 1; i < n; i++)
      d[i] = a[i][j] + 0.5 * d[i - 1];
    d[0] = d[n / 2];
    for (int i = 0; i < n; i++)
      b[i][j] = d[i] * 0.25;
  }
}

__attribute__((noinline)) static void inPart(int n) {
  for (int j = 0; j < n; j++) {
    for (int i = 1; i < n; i++)
      if (a[i][j] > 0)
        d[i] = a[i][j] + 0.5 * d[i - 1];
    for (int i = 0; i < n; i++)
      b[i][j] = d[i] * 0.25;
  }
}

__attribute__((noinline)) static void everySecond(int n) {
  for (int j = 0; j < n; j++) {
    for (int i = 1; i < n; i += 2)
      d[i] = a[i][j] + 0.5 * d[i - 1];
    for (int i = n - 1; i > 0; i--)
      d[i] = b[i][j] = d[i] * 0.25 + d[i - 1];
  }
}

__attribute__((noinline)) static void readFirst(int n) {
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++)
      b[i][j] += d[i] * 0.25;
    for (int i = 1; i < n; i++)
      d[i] = a[i][j] + 0.5 * d[i - 1];
  }
}

/* The lines become longer, or shorter. */
__attribute__((noinline)) static void longer(int n) {
  for (int j = 0; j < n; j++) {
    for (int i = 1; i <= j; i++)
      d[i] = a[i][j] + 0.5 * d[i - 1];
    for (int i = 0; i <= j; i++)
      b[i][j] = d[i] * 0.25;
  }
}

__attribute__((noinline)) static void shorter(int n) {
  for (int j = 0; j < n; j++) {
    for (int i = j + 1; i < n; i++)
      d[i] = a[i][j] + 0.5 * d[i - 1];
    for (int i = j + 1; i < n; i++)
      b[i][j] = d[i] * 0.25;
  }
}

__attribute__((noinline)) static void anywhere(int n) {
  for (int j = 0; j < n; j++) {
    for (int i = 1; i < n; i++)
      d[i] = a[i][j] + 0.5 * d[i - 1];
    for (int i = 0; i < n; i++)
      b[i][j] = d[places[i] % n] * 0.25;
  }
}

/* The second loop begins with what the first one has left. */
__attribute__((noinline)) static void fromTheOther(int n) {
  for (int t = 0; t < 3; t++) {
    for (int j = 0; j < n; j++) {
      for (int i = 0; i < n; i++)
        d[i] = a[i][j] * 0.5;
      for (int i = 0; i < n; i++)
        b[i][j] = d[i] + 1;
    }
    for (int i = 0; i < n; i++) {
      for (int j = 1; j < n; j++)
        d[j] = b[i][j] + 0.5 * d[j - 1];
      for (int j = 1; j < n; j++)
        a[i][j] = d[j] * 0.25;
    }
  }
}

static void show(const char *name, const void *numbers, size_t size) {
  unsigned hash = 1;
  for (size_t i = 0; i < size; i++)
    hash = hash * 31 + ((const unsigned char *)numbers)[i];
  printf("%s %u\n", name, hash);
}

int main(void) {
  static const int sizes[] = {1, 2, 8, 33, 180, 211};
  static void (*const nests[])(int) = {handedOn, inPart, everySecond, readFirst, longer, shorter, anywhere, fromTheOther};
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++)
    for (unsigned k = 0; k < sizeof nests / sizeof *nests; k++) {
      fill();
      nests[k](sizes[s]);
      printf("%d %u\n", sizes[s], k);
      show("a", a, sizeof a);
      show("b", b, sizeof b);
      show("d", d, sizeof d);
    }
  return 0;
}
