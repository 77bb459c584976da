// What setlocale sets is read by functions of characters, of text and of numbers: loops around the
// call keep to their side of it, and workers use the program's locale.
// PARALLEL: 1
#include <ctype.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

enum { STEPS = 300 };

static int plain[STEPS], wide[STEPS], bytes[STEPS], same[STEPS], most[STEPS];

int main(void) {
  for (int i = 0; i < STEPS; ++i) {
    plain[i] = (int)towupper((wint_t)(0xe0 + i % 29));
    bytes[i] = btowc(i % 256) + !!iswalpha((wint_t)(0x3b0 + i % 60));
  }
  const unsigned short *before = *__ctype_b_loc();
  const int isSet = setlocale(LC_ALL, "C.UTF-8") != NULL;
  for (int i = 0; i < STEPS; ++i)
    wide[i] = (int)towupper((wint_t)(0xe0 + i % 29));
  const unsigned short *after = *__ctype_b_loc();
  for (int i = 0; i < STEPS; ++i)
    same[i] = *__ctype_b_loc() == after;
  for (int i = 0; i < STEPS; ++i)
    most[i] = (int)MB_CUR_MAX + !!isalpha(i % 128);
  setlocale(LC_ALL, "C");
  int restored = 0;
  for (int i = 0; i < STEPS; ++i)
    restored += *__ctype_b_loc() == before;
  printf("%d %d %d\n", isSet, before == after, restored);
  for (int i = 0; i < STEPS; ++i)
    printf("%x %x %d %d %d\n", plain[i], wide[i], bytes[i], same[i], most[i]);
  return 0;
}
