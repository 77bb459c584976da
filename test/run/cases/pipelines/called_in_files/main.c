/* OPTIONS: --min-gain=0
 * PARALLEL: 1
 * A pipeline that is cut in calls of functions of other files, which call each other. */
#include "codec.h"
#include <stdio.h>
#include <stdlib.h>

enum { FRAMES = 300 };

/* Open for reading alone: it is read ahead of what is printed. */
static FILE *make(void) {
  FILE *file = tmpfile();
  for (unsigned i = 0; i < FRAMES * N; i++) {
    const unsigned value = i * 2654435761u % 10007;
    fwrite(&value, sizeof value, 1, file);
  }
  fflush(file);
  char name[40];
  snprintf(name, sizeof name, "/proc/self/fd/%d", fileno(file));
  FILE *in = fopen(name, "r");
  fclose(file);
  return in;
}

static int run(codec *c, FILE *in, FILE *out) {
  unsigned block[N];
  while (fread(block, sizeof *block, N, in) == N) {
    int bytes = encode(c, block);
    if (fprintf(out, "%d %u %d\n", bytes, c->gain, c->out[7]) < 0)
      return 1;
  }
  return 0;
}

int main(void) {
  codec *c = calloc(1, sizeof *c);
  if (c == NULL)
    return 1;
  spectrum(c, 3);
  return run(c, make(), stdout);
}
