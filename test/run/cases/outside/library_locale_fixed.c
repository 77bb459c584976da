// Nothing sets the locale: what depends on it runs in parallel, by functions, by macros with tables
// and as text is read.
// PARALLEL: 1
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { STEPS = 500 };

static char text[STEPS], lower[STEPS], kinds[STEPS], row[STEPS][16];
static double parsed[STEPS];
static int order[STEPS];

int main(void) {
  for (int i = 0; i < STEPS; ++i) {
    text[i] = (char)(32 + i % 95);
    memcpy(row[i], "3.25e+00", 9);
    row[i][0] = (char)('0' + i % 10);
  }
  for (int i = 0; i < STEPS; ++i)
    lower[i] = (char)tolower((unsigned char)text[i]);
  for (int i = 0; i < STEPS; ++i)
    kinds[i] = (char)(isalpha((unsigned char)text[i]) ? 'a' : isspace((unsigned char)text[i]) ? '_' : '#');
  for (int i = 0; i < STEPS; ++i) {
    parsed[i] = strtod(row[i], NULL);
    order[i] = strcasecmp(row[i], row[(i + 3) % STEPS]) < 0;
  }
  for (int i = 0; i < STEPS; ++i)
    printf("%c%c %g %d\n", lower[i], kinds[i], parsed[i], order[i]);
  return 0;
}
