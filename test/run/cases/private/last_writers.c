/* PARALLEL: 3
   Values that only some iterations set, and that are read after the loop. */
#include <stdbool.h>
#include <stdio.h>
enum { N = 240 };
static int in[N], out[N];
typedef struct { int a; } Node;
static Node nodes[N];

static void show(const char *name, double value) { printf("%s %g\n", name, value); }

int main(int argc, char **argv) {
  (void)argv;
  int last = -1, never = 7, first = 0, even, k, at = 3, count;
  double value = 2.5;
  bool flag = true;
  const Node *node = 0;
  char letter = 'x';
  for (int i = 0; i < N; i++) {
    in[i] = (i * 37 + argc) % 101;
    nodes[i].a = i * i % 89;
  }
  for (int i = 0; i < N; i++) { /* several, of several types */
    out[i] = in[i] * 2;
    if (in[i] > 80) {
      last = i;
      value = in[i] * 0.5;
      value += i;
    }
    if (in[i] > 90)
      flag = in[i] & 1, node = &nodes[i];
    if (in[i] > 1000)
      never = i;
    if (i == 0)
      first = in[i];
    if (in[i] % 7 == 3)
      letter = (char)('a' + in[i] % 26);
  }
  show("last", last), show("value", value), show("flag", flag), show("node", node->a);
  show("never", never), show("first", first), show("letter", letter);
  for (int i = 0; i < N; i++) /* an inner loop's counter, where that runs at all */
    if (in[i] > 30 + argc)
      for (k = 0; k < in[i] % 5; k++)
        out[i] += k;
  show("k", k);
  for (int i = 0; i < N; i++) { /* by ++, by compound assignments, in conditions */
    if (in[i] > 60)
      if ((count = in[i]) > 70) {
        count++, --count, count *= 3;
        out[i] += count;
      }
  }
  show("count", count);
  for (int i = 0; i < argc - 1; i++) /* no iterations */
    if (in[i] >= 0)
      at = i;
  show("at", at);
  for (int i = N - 1; i >= 0; i -= 3) /* downwards */
    if (in[i] & 1)
      at = i;
  show("at", at);
  int i = 0;
  for (i = 5, at = -1; i < N; i++) /* the head sets it, too */
    if (in[i] == 50)
      at = i;
  show("at", at), show("i", i);
  for (int round = 0; round < 3; round++) { /* into the next round */
    out[round] += last;
    for (int j = 10; j < N; j++)
      if (in[j] == 20 + round)
        last = j, out[j] = round;
  }
  show("last", last);
  for (int j = 0; j < N; j++) { /* beside sums and extremes */
    if (out[j] % 3 == 1)
      even = j;
    first += out[j] & 1;
    if (out[j] > at)
      at = out[j];
  }
  show("even", even), show("first", first), show("at", at);
  double sum = 0;
  for (int j = 0; j < N; j++) { /* beside a sum in order */
    if (in[j] > 33)
      value = in[j] / 3.0;
    sum += out[j] * 0.1;
  }
  show("value", value), show("sum", sum);
  switch (argc) {
  case 1:
    for (int j = 0; j < N; j++) /* read in one arm only */
      if (in[j] < 5)
        last = j, out[j]++;
    break;
  default:
    last = 0;
  }
  show("last", last);
  long long hash = 0;
  for (int j = 0; j < N; j++)
    hash = hash * 31 + out[j];
  printf("%lld\n", hash);
  return 0;
}
