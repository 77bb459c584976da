// PARALLEL: 1
// Loops that look aligned and are not: an early chunk of the later one needs a late one of the earlier one.
#include <stdio.h>

#define N 400

static long a[2 * N + 8], b[2 * N + 8], c[2 * N + 8];
static int place[N];

/* Long for late iterations, which the first chunk of what follows needs. */
static long slow(long x, int i, int n) {
  unsigned long long y = (unsigned long long)x;
  for (int k = i > n / 2 ? 900 : 1; k > 0; k--)
    y = y * 6364136223846793005ULL + 1442695040888963407ULL;
  return (long)(y >> 20);
}

static void reversed(int n) {
  for (int i = 0; i < n; i++)
    b[i] = slow(a[i], i, n);
  for (int i = 0; i < n; i++)
    c[i] = b[n - 1 - i];
}

static void other_direction(int n) {
  for (int i = 0; i < n; i++)
    b[i] = slow(a[i], i, n);
  for (int i = n - 1; i >= 0; i--)
    c[i] = b[i];
}

static void other_trips(int n, int m) {
  for (int i = 0; i < n; i++)
    b[i] = slow(a[i], i, n);
  for (int i = 0; i < m; i++)
    c[i] = b[i];
}

static void changed_between(int n) {
  for (int i = 0; i < n; i++)
    b[i] = slow(a[i], i, n);
  n /= 2;
  for (int i = 0; i < n; i++)
    c[i] = b[i];
}

static void indirect(int n) {
  for (int i = 0; i < n; i++)
    b[i] = slow(a[i], i, n);
  for (int i = 0; i < n; i++)
    c[i] = b[place[i]];
}

static void alias(const long *x, const long *y, int n) {
  for (int i = 0; i < n; i++)
    b[i] = slow(a[i], i, n);
  for (int i = 0; i < n; i++)
    c[i] = x[i] + y[i];
}

static void scaled(int n) {
  for (int i = 0; i < n; i++)
    b[i] = slow(a[i], i, n);
  for (int i = 0; i < n / 2; i++)
    c[i] = b[2 * i];
}

static long reduced(int n) {
  long most = 0;
  for (int i = 0; i < n; i++) {
    b[i] = slow(a[i], i, n);
    most = b[i] > most ? b[i] : most;
  }
  for (int i = 0; i < n; i++)
    c[i] = most - b[i];
  return most;
}

static void far_away(int n) {
  for (int i = 0; i < n; i++)
    b[i] = slow(a[i], i, n);
  for (int i = 0; i < n - 300; i++)
    c[i] = b[i + 300];
  for (int i = 0; i < n - 300; i++)
    b[i + 300] = c[i] + 1;
}

static unsigned long sum;

static void add(void) {
  for (int i = 0; i < 2 * N + 8; i++)
    sum = sum * 31 + (unsigned long)a[i] + 3 * (unsigned long)b[i] + 7 * (unsigned long)c[i];
  for (int i = 0; i < 2 * N + 8; i++)
    a[i] = c[i] ^ b[(i * 3) % N];
  printf("%lu\n", sum);
}

int main(void) {
  for (int i = 0; i < 2 * N + 8; i++)
    a[i] = i * 7919L;
  for (int i = 0; i < N; i++)
    place[i] = (i * 7 + N / 2) % N;
  for (int round = 0; round < 3; round++) {
    const int n = N - round;
    reversed(n);
    add();
    other_direction(n);
    add();
    other_trips(n, n / 3);
    add();
    changed_between(n);
    add();
    indirect(n);
    add();
    alias(b + N / 2, round ? b : a, n / 2);
    add();
    scaled(n);
    add();
    sum += (unsigned long)reduced(n);
    add();
    far_away(n);
    add();
  }
  return 0;
}
