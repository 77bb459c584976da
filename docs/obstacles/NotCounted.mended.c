// Squares what an array holds.
#include <stdio.h>
#include <stdlib.h>

struct item {
  double value, square;
};

int main(void) {
  const int count = 100000;
  struct item *items = malloc(count * sizeof *items);
  if (!items)
    return 1;
  for (int i = 0; i < count; i++)
    items[i] = (struct item){i, 0};
  for (int i = 0; i < count; i++) // this loop
    items[i].square = items[i].value * items[i].value;
  printf("%f\n", items[count - 1].square);
  free(items);
}
