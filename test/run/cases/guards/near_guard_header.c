/* SEQUENTIAL */
/* A header that may or may not be followed by the rest of a structure: a test in front of the loop
 * would read behind the header where it stands alone. */
#include <stdio.h>
#include <stdlib.h>
enum { ALONE = 40, FOLLOWED = 7 };
struct header {
  int length;
};
struct table {
  struct header header;
  int *to, *from;
};

static void copy(struct header *h) {
  for (int i = 0; i < h->length; i++)
    if (h->length == FOLLOWED)
      ((struct table *)h)->to[i] = ((struct table *)h)->from[i] + 1;
}

int main(void) {
  struct header *alone = malloc(sizeof *alone);
  if (!alone)
    return 1;
  alone->length = ALONE;
  copy(alone);
  free(alone);
  int a[FOLLOWED + 1] = {1, 2, 3, 4};
  struct table table = {{FOLLOWED}, a + 1, a};
  copy(&table.header);
  printf("%d %d\n", a[1], a[FOLLOWED]);
  return 0;
}
