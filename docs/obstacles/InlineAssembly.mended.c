// Counts bits.
#include <stdio.h>

enum { WORDS = 200000 };
static unsigned word[WORDS], bits[WORDS];

int main(void) {
  for (int i = 0; i < WORDS; i++)
    word[i] = (unsigned)i * 2654435761u;
  for (int i = 0; i < WORDS; i++) { // this loop
    unsigned count = 0;
    for (unsigned left = word[i]; left != 0; left &= left - 1)
      count++;
    bits[i] = count;
  }
  printf("%u\n", bits[WORDS - 1]);
}
