#include "fill.h"
#include <stdio.h>

int main(void) {
  printf("%s: %.0f of %d bytes\n", GREETING, fill(1000), (int)sizeof(long));
  return 0;
}
