/* Numbers and words that are scanned into members of structures. Not to be missed: a pointer that comes back as text, a
   conversion that fails and leaves the value of the iteration before, a word that has no bound, a format that is not
   known. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 3000 };

struct image {
  int width, height;
  unsigned char *data;
};

struct holder {
  int number;
  unsigned *place;
  uintptr_t bits;
};

static unsigned a[N], b[N];
static char lines[N][32];

static int read_header(const char *text, struct image *im) {
  int max;
  if (sscanf(text, "P6 %d %d %d", &im->width, &im->height, &max) != 3 || max != 255)
    return -1;
  im->data = malloc((size_t)im->width * im->height * 3);
  return im->data ? 0 : -1;
}

/* parallel: the pixels are in no other memory */
static unsigned brighten(void) {
  struct image im;
  if (read_header("P6 60 40 255", &im))
    exit(1);
  int n = im.width * im.height * 3;
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    im.data[i] = (unsigned char)(i * 7);
  for (int i = 0; i < n; i++)
    im.data[i] = (unsigned char)(im.data[i] + im.height);
  for (int i = 0; i < n; i++)
    s = s * 31 + im.data[i];
  free(im.data);
  return s;
}

/* sequential: the pointer is that to b, one element on */
static void through_text(const char *format, int is_bits) {
  char text[64];
  struct holder h = {0, a, (uintptr_t)a};
  if (is_bits)
    sprintf(text, "%lu", (unsigned long)(uintptr_t)(b + 1));
  else
    sprintf(text, "%p", (void *)(b + 1));
  if (is_bits)
    sscanf(text, "%lu", (unsigned long *)&h.bits);
  else
    sscanf(text, format, (void **)&h.place);
  unsigned *p = is_bits ? (unsigned *)h.bits : h.place;
  for (int i = 0; i < N - 1; i++)
    p[i] = b[i] * (is_bits ? 5u : 3u) + (unsigned)i;
}

/* sequential: where a line has no number, the last one counts */
static void keep_last(unsigned *out) {
  struct holder h = {0, a, 0};
  for (int i = 0; i < N; i++) {
    sscanf(lines[i], "%d", &h.number);
    out[i] = (unsigned)h.number;
  }
}

/* parallel: a line without a number counts nothing */
static void keep_none(unsigned *out) {
  struct holder h = {0, a, 0};
  for (int i = 0; i < N; i++)
    out[i] = sscanf(lines[i], "%d", &h.number) == 1 ? (unsigned)h.number : 0;
}

static unsigned hash(const unsigned *v) {
  unsigned s = 0;
  for (int i = 0; i < N; i++)
    s = s * 31 + v[i];
  return s;
}

int main(int argc, char **argv) {
  static unsigned out[N];
  for (int i = 0; i < N; i++) {
    a[i] = (unsigned)i;
    b[i] = (unsigned)i * 5 + 1;
    if (i % 3 == 1)
      strcpy(lines[i], "none");
    else
      sprintf(lines[i], "%d words", i * 11);
  }
  printf("%u\n", brighten());
  through_text(argc > 5 ? argv[1] : "%p", 0);
  printf("%u %u\n", hash(a), hash(b));
  through_text("%p", 1);
  printf("%u %u\n", hash(a), hash(b));
  keep_last(out);
  printf("%u\n", hash(out));
  keep_none(out);
  printf("%u\n", hash(out));
  return 0;
}
