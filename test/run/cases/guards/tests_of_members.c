/* PARALLEL: 3 */
/* A second test of a member behind a pointer counts too, where the first one surely lets the program get to it. */
#include <stdio.h>

struct list {
  int count;
  int values[64];
};
static struct list lists[3] = {{50, {0}}, {64, {0}}, {0, {0}}};

static void fill(struct list *list, int x) {
  for (int i = 0; i < 64 && i < list->count; i++)
    list->values[i] = i * x % 23;
}
static void shrink(struct list *list, const int *limit) {
  for (int i = 63; i >= 0 && i > *limit; i--)
    list->values[i] = list->values[i] * 5 % 97 + i;
}
static int sum(const struct list *list) {
  int s = 0;
  for (int i = 0; 64 > i && i < list->count; ++i)
    s += list->values[i] * i;
  return s;
}

int main(void) {
  int limit = 7;
  for (int x = 1; x < 5; x++)
    for (int k = 0; k < 3; k++) {
      fill(&lists[k], x);
      shrink(&lists[k], &limit);
      printf("%d\n", sum(&lists[k]));
    }
  return 0;
}
