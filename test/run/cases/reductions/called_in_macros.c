/* PARALLEL: 5 */
/* Functions that a loop calls count by macros, and have labels of their own. */
#include <stdio.h>
enum { N = 240 };
struct statistics {
  unsigned long nodes, hits[2], bytes;
  int deepest, shallowest;
};
static struct statistics stats = {.shallowest = 50};
static int in[N], out[N];
#define STAT(field) (stats.field++)
#define STAT_ADD(field, n)                                                                                             \
  do {                                                                                                                 \
    stats.field += (n);                                                                                                \
  } while (0)
#define STAT_MAX(field, value)                                                                                         \
  if ((value) > stats.field)                                                                                           \
  stats.field = (value)
#define BOTH(x) (STAT(nodes), (stats.bytes ^= (unsigned)(x) + 'a'))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define NODES stats.nodes

static int search(int x, int depth) {
  STAT(nodes);
  STAT_MAX(deepest, depth);
  if (x & 1)
    STAT(hits[1]);
  else
    STAT_ADD(hits[0], x % 5 ? 2ul : 3ul);
  return x < 3 ? x : search(x / 2, depth + 1) + search(x / 3 - 1, depth + 1);
}
static void searches(void) {
  for (int i = 0; i < N; i++)
    out[i] += search(in[i], i % 3);
}
static int hashed(int x) {
  BOTH(x);
  stats.shallowest = MIN(stats.shallowest, x);
  NODES += 2;
  ++NODES;
  return x ^ 9;
}
static void hashes(void) {
  for (int i = 0; i < N; i++)
    out[i] += hashed(in[i]);
}
/* Constant tables. */
static int order(const struct statistics *s, int x) {
  static const int center[7] = {3, 2, 4, 1, 5, 0, 6};
  static const struct {
    const char *name;
    int weights[2];
  } kinds[] = {{"odd", {3, 1}}, {"even", {4, 7}}};
  static const int scale = 3;
  STAT(nodes);
  (void)s;
  return center[x % 7] * scale + kinds[x & 1].weights[x % 2] + kinds[x & 1].name[0] + (int)(sizeof center);
}
static void tables(void) {
  for (int i = 0; i < N; i++)
    out[i] += order(&stats, in[i]);
}
/* Labels. */
static int cleaned(int x) {
  int made = 0;
  if (x % 11 == 0)
    goto done;
  made = x * 3;
  if (x % 7 == 0)
    goto done;
  made -= 4;
done:
  STAT_ADD(bytes, (unsigned long)x);
  return made;
}
static void cleans(void) {
  for (int i = 0; i < N; i++)
    out[i] += cleaned(in[i]);
}
/* The compared value has another type than the memory, which has all of its values. */
static long widest = 4;
static int wide(int x) {
  STAT_MAX(deepest, x - 100);
  widest = MIN(widest, x - 7);
  return x;
}
static void wides(void) {
  for (int i = 0; i < N; i++)
    out[i] += wide(in[i]);
}
int main(void) {
  for (int i = 0; i < N; i++)
    in[i] = (i * 7919 + 13) % 401;
  searches();
  hashes();
  tables();
  printf("%lu\n", stats.bytes);
  cleans();
  wides();
  unsigned sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 31 + (unsigned)out[i];
  printf("%u %lu %lu %lu %lu %d %d %ld\n", sum, stats.nodes, stats.hits[0], stats.hits[1], stats.bytes, stats.deepest,
         stats.shallowest, widest);
  return 0;
}
