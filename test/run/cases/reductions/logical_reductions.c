/* PARALLEL: 10 */
/* What holds for all iterations or for any: values before the loop that are neither 0 nor 1, that
   decide at once, that no iteration updates; what the source would not have computed. */
#include <stdbool.h>
#include <stdio.h>

enum { N = 6000 };
static int a[N], b[N];
struct state {
  int ok;
  bool fine, wrong;
};

static void fill(int differs) {
  for (int i = 0; i < N; i++) {
    a[i] = i * 7 % 1000;
    b[i] = i == differs ? -1 : a[i];
  }
}

static int all(int before, int n) {
  int same = before;
  for (int i = 0; i < n; i++)
    same = same && a[i] == b[i];
  return same;
}

static int any(int before, int n) {
  int differs = before;
  for (int i = 0; i < n; i++)
    differs = differs || a[i] != b[i];
  return differs;
}

static int kept(int before, int n, int least) {
  int same = before;
  for (int i = 0; i < n; i++)
    if (a[i] >= least)
      same = same && a[i] == b[i];
  return same;
}

static int last_operand(int before, int n) {
  int same = before;
  for (int i = 0; i < n; i++)
    same = a[i] == b[i] ? same : 0;
  return same;
}

static int truth_of_last(int before, int n) {
  int same = before;
  for (int i = 0; i < n; i++)
    same = a[i] == b[i] && same;
  return same;
}

static bool bits(bool before, int n) {
  bool same = before;
  for (int i = 0; i < n; i++)
    same &= 2 * (a[i] == b[i]) + 1;
  return same;
}

static bool lower_bits(bool before, int n) {
  bool same = before;
  for (int i = 0; i < n; i++)
    same &= 2 - (a[i] == b[i]);
  return same;
}

static bool any_bit(bool before, int n) {
  bool differs = before;
  for (int i = 0; i < n; i++)
    differs |= 256 * (a[i] != b[i]);
  return differs;
}

static void members(struct state *s, int n) {
  for (int i = 0; i < n; i++) {
    s->ok = s->ok && a[i] == b[i] && a[i] < 1000;
    s->fine = s->fine && a[i] == b[i];
    s->wrong |= a[i] != b[i];
  }
}

static short few[64];

/* The source stops looking before the end of the array. */
static int stops(int before, int n) {
  int all = before;
  for (int i = 0; i < n; i++)
    all = all && few[i] == i;
  return all;
}

int main(void) {
  static const int differ[] = {-1, 0, 17, 3000, N - 1};
  for (unsigned k = 0; k < sizeof differ / sizeof *differ; k++) {
    fill(differ[k]);
    for (int before = -1; before < 6; before += 1 + (before == 2))
      for (int n = 0; n <= N; n += N / 2) {
        struct state s = {before, before > 0, before > 1};
        members(&s, n);
        printf("%d %d %d %d %d %d %d %d ", all(before, n), any(before, n), kept(before, n, 500),
               kept(before, n, 2000), last_operand(before, n), truth_of_last(before, n),
               bits(before, n), lower_bits(before, n));
        printf("%d %d %d %d\n", any_bit(before, n), s.ok, s.fine, s.wrong);
      }
  }
  for (short i = 0; i < 64; i++)
    few[i] = i == 63 ? 0 : i;
  printf("%d %d %d\n", stops(1, 40), stops(3, 64), stops(1, 20000000));
  return 0;
}
