/* PARALLEL: 1 */
/* Blocks of a file are read in order, packed beside each other, and written in order. The last block is shorter, and
   the buffers keep what earlier blocks have left there. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
enum { BLOCK = 4096 };

static unsigned check(const unsigned char *p, size_t n) {
  unsigned c = ~0u;
  for (size_t i = 0; i < n; i++) {
    c ^= p[i];
    for (int k = 0; k < 8; k++)
      c = c & 1 ? c >> 1 ^ 0xEDB88320u : c >> 1;
  }
  return ~c;
}

static size_t pack(const unsigned char *in, size_t n, unsigned char *out) {
  size_t m = 0;
  for (size_t i = 0; i < n;) {
    size_t best = 0, at = 0;
    for (size_t back = 1; back <= 16 && back <= i; back++) {
      size_t length = 0;
      while (length < 255 && i + length < n && in[i + length] == in[i + length - back])
        length++;
      if (length > best)
        best = length, at = back;
    }
    if (best > 3) {
      out[m++] = 1;
      out[m++] = (unsigned char)at;
      out[m++] = (unsigned char)best;
      i += best;
    } else {
      out[m++] = 0;
      out[m++] = in[i++];
    }
  }
  return m;
}

static int make(const char *name) {
  FILE *file = fopen(name, "wb");
  unsigned state = 1;
  if (!file)
    return 0;
  for (int i = 0; i < 10 * BLOCK + 77; i++) {
    state = state * 1664525u + 1013904223u;
    putc(state >> 30 ? (int)(i / 9 % 50) : (int)(state >> 24), file);
  }
  return fclose(file) == 0;
}

int main(void) {
  unsigned char out[2 * BLOCK];
  char name[64];
  size_t n, total = 0, blocks = 0;
  snprintf(name, sizeof name, "/tmp/kasuri_files_%ld", (long)getpid());
  if (!make(name))
    return 1;
  FILE *from = fopen(name, "rb");
  unsigned char *in = malloc(BLOCK);
  if (!from || !in)
    return 1;
  while ((n = fread(in, 1, BLOCK, from)) > 0) {
    unsigned c = check(in, n);
    size_t m = pack(in, n, out);
    total += m;
    blocks++;
    printf("%zu %zu %08x:", n, m, c);
    if (fwrite(out, 1, m, stdout) != m) {
      free(in);
      return 2;
    }
    printf("\n");
  }
  fclose(from);
  remove(name);
  printf("%zu bytes in %zu blocks\n", total, blocks);
  free(in);
  return 0;
}
