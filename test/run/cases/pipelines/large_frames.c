/* OPTIONS: --min-gain=0
 * PARALLEL: 2
 * Iterations have more variables of their own than the runtime keeps below them of a stack. */
#include <stdio.h>
#include <stdlib.h>

enum { RECORDS = 4000, MOST = 90000 };

static unsigned long hash(const unsigned char *from, size_t count) {
  unsigned long h = 5381;
  for (int round = 0; round < 4; round++)
    for (size_t i = 0; i < count; i++)
      h = h * 33 + from[i];
  return h;
}

/* The records of a file, each with its length in front. */
static unsigned long in_blocks(FILE *in) {
  unsigned char block[MOST];
  unsigned long total = 0;
  unsigned count;
  while (fread(&count, sizeof count, 1, in) == 1 && count <= sizeof block) {
    if (fread(block, 1, count, in) != count)
      break;
    unsigned long h = hash(block, count);
    total = total * 3 + h;
    printf("%lx\n", h);
  }
  return total;
}

/* Open for reading alone: it is read ahead of what is printed. */
static FILE *make(void) {
  static unsigned char bytes[MOST];
  FILE *file = tmpfile();
  char name[40];
  for (unsigned i = 0; i < RECORDS; i++) {
    const unsigned count = i % 200 == 7 ? MOST - 10 : i * 7 % 400;
    for (unsigned k = 0; k < count; k++)
      bytes[k] = (unsigned char)(k * i + 1);
    fwrite(&count, sizeof count, 1, file);
    fwrite(bytes, 1, count, file);
  }
  fflush(file);
  snprintf(name, sizeof name, "/proc/self/fd/%d", fileno(file));
  FILE *in = fopen(name, "r");
  fclose(file);
  return in;
}

int main(void) {
  printf("%lx\n", in_blocks(make()));
  return 0;
}
