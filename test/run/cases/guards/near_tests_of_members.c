/* PARALLEL: 2 */
/* The second test is evaluated only behind the first, and what it tests may change in the loop. */
#include <stdio.h>
#include <stddef.h>

struct list {
  int count;
  int values[64];
};
static struct list one = {40, {0}};

static void none(struct list *list, int from) {
  for (int i = from; i < 64 && i < list->count; i++)
    list->values[i] = i * 3;
  puts("none");
}
static void cut(struct list *list) {
  for (int i = 0; i < 64 && i < list->count; i++) {
    list->values[i] = i * 5;
    if (i % 9 == 8)
      list->count--;
  }
  puts("cut");
}
static void unknown(struct list *list, int n) {
  for (int i = 0; i < n && i < list->count; i++)
    list->values[i] ^= i;
  puts("unknown");
}

int main(void) {
  none(NULL, 64);
  unknown(NULL, 0);
  none(&one, 3);
  cut(&one);
  unknown(&one, 50);
  int s = one.count, i = 0;
  do
    s = s * 31 % 65521 + one.values[i];
  while (++i < 64);
  printf("%d\n", s);
  return 0;
}
