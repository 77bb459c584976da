/* PARALLEL: 3 */
/* Gates on a state of qubits: pairs of elements whose numbers differ in one bit, at a place that varies. */
#include <stdio.h>

enum { BITS = 13, N = 1 << BITS };
static double state[N];
static int numbers[N];

static void exchange(int bit) {
  int low = (1 << bit) - 1;
  for (int i = 0; i < N / 2; i++) {
    int at = ((i & ~low) << 1) | (i & low);
    int kept = numbers[at];
    numbers[at] = numbers[at | (1 << bit)] + 1;
    numbers[at | (1 << bit)] = kept;
  }
}

static void gate(long n, int target) {
  long half = 1L << target;
  for (long i = 0; i < n; i++) {
    long at = i / half * 2 * half + i % half;
    double up = state[at], down = state[at + half];
    state[at] = up + 0.5 * down;
    state[at + half] = up - 0.25 * down;
  }
}

static void gate_by_sum(int n, int bit) {
  int low = (1 << bit) - 1;
  for (int i = 0; i < n; i++) {
    int at = (i & low) + 2 * (i & ~low);
    double up = state[at], down = state[at ^ (1 << bit)];
    state[at] = down - up;
    state[at ^ (1 << bit)] = up + 0.125 * down;
  }
}

int main(void) {
  double sum = 0;
  unsigned check = 0;
  for (int i = 0; i < N; i++) {
    state[i] = i % 17;
    numbers[i] = i * 31 % 1009;
  }
  for (int bit = 0; bit < BITS; bit++) {
    exchange(bit);
    gate(N / 2, bit);
    gate_by_sum(N / 2, BITS - 1 - bit);
  }
  for (int i = 0; i < N; i++) {
    sum = sum * 0.75 + state[i];
    check = check * 31u + (unsigned)numbers[i];
  }
  printf("%.17g %u\n", sum, check);
  return 0;
}
