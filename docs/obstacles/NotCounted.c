// Squares what a list holds.
#include <stdio.h>
#include <stdlib.h>

struct item {
  double value, square;
  struct item *next;
};

int main(void) {
  struct item *first = NULL;
  for (int i = 0; i < 100000; i++) {
    struct item *made = malloc(sizeof *made);
    if (!made)
      return 1;
    *made = (struct item){i, 0, first};
    first = made;
  }
  for (struct item *each = first; each; each = each->next) // this loop
    each->square = each->value * each->value;
  printf("%f\n", first->square);
}
