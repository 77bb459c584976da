/* PARALLEL: 1 */
/* A sum in memory is folded after its layer: another task of it that reads the sum in a callee, or
 * changes what the sum's name means, keeps the loop in one piece or the tasks apart. */
#include <stdio.h>
enum { N = 60000 };
struct State { long sum; };
static long total, x[N], y[N], z[N];
static struct State one, two, *current = &one;
static int chosen;
static long acc[4];
static long half(int i) { return total / 2 + i; }
static void fill(long *a, long by) {
  for (int i = 0; i < N; i++)
    a[i] = (a[i] * 5 + by) % 1001;
}
static void callee_reads(void) {
  fill(x, 3);
  for (int i = 0; i < N; i++)
    total += y[i];
  for (int i = 0; i < N; i++)
    z[i] += half(i);
}
static void name_changes(void) {
  fill(x, 5);
  for (int i = 0; i < N; i++)
    current->sum += y[i] * y[i] % 7;
  for (int i = 0; i < N; i++)
    z[i] += y[i] % 5;
  current = z[7] % 2 ? &two : &one;
}
static void index_changes(void) {
  fill(x, 7);
  for (int i = 0; i < N; i++)
    z[i] += y[i] % 3;
  chosen = (int)(z[9] & 3);
  for (int i = 0; i < N; i++)
    acc[chosen] += y[i];
}
int main(void) {
  for (int i = 0; i < 5; i++) {
    callee_reads();
    name_changes();
    index_changes();
    fill(y, x[i]);
  }
  printf("%ld %ld %ld %d\n", total, one.sum, two.sum, chosen);
  printf("%ld %ld %ld %ld %ld %ld\n", y[9], z[9], acc[0], acc[1], acc[2], acc[3]);
  return 0;
}
