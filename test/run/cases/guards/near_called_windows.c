/* Windows that a called function reads, upward and downward from a place, in memory that the loop writes or does not. */
#include <stdio.h>

enum { N = 4000 };
static int all[N], out[N];

struct strip {
  int width, height;
  int *cells;
};

static int column(const int *p, int x, int w) {
  int sum = 0;
  for (int i = 0; i < 3; i++)
    sum = sum * 3 + p[x + i * w];
  return sum;
}

static void columns(int *to, const int *p, int n, int w) {
  for (int x = 0; x < n; x++)
    to[x] = column(p, x, w) % 1009;
}

static int row(const struct strip *s, int y, int step) {
  int sum = 0;
  for (int x = 0; x < s->width; x++)
    sum = sum * 5 + s->cells[y + x * step];
  return sum;
}

static void rows(int *to, const struct strip *s, int n, int step) {
  for (int y = 0; y < n; y++)
    to[y] = row(s, y, step) % 1013;
}

/* No structure is behind the pointer, and none is read. */
static int never(const struct strip *s, int y, int times) {
  int sum = y;
  for (int x = 0; x < times; x++)
    sum += s->cells[y + x];
  return sum;
}

static void nevers(int *to, const struct strip *s, int n, int times) {
  for (int y = 0; y < n; y++)
    to[y] = never(s, y, times) % 1013;
}

static unsigned hash(const int *a, int n) {
  unsigned h = 5;
  for (int i = 0; i < n; i++)
    h = h * 31 + (unsigned)a[i];
  return h;
}

int main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < N; i++)
    all[i] = i * 7 % 1000;
  columns(out, all + 2000, 1500, 200);  /* apart */
  columns(out, all + 2000, 1500, -200);
  printf("%u\n", hash(out, N));
  columns(all + 1000, all + 600, 300, 200);  /* upward into what is written */
  columns(all + 1000, all + 1400, 300, -200); /* downward */
  columns(all + 1000, all + 1400, 300, 200); /* beside it */
  columns(all + 1500, all + 1500, 300, 0);
  printf("%u\n", hash(all, N));
  struct strip strip = {4, 1, all + 3000};
  rows(out, &strip, 900, 10);
  rows(all + 2900, &strip, 500, -40); /* downward into what is written */
  rows(all + 3100, &strip, 500, 40);
  strip.width = 0;
  rows(all + 3100, &strip, 20, 40);
  nevers(all, argc > 9 ? &strip : 0, 1000, argc > 9);
  printf("%u %u\n", hash(all, N), hash(out, N));
  return 0;
}
