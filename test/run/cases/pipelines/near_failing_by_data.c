/* The program itself decides that output fails, and its data end there: a descriptor of -1, a
   stream for reading. An iteration behind that one would read what is not there. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct job {
  int descriptor;
  FILE *stream;
  const char *text;
};
enum { JOBS = 9, LAST = 4 };
static struct job jobs[JOBS];

static unsigned hash(const char *p) {
  unsigned h = 2166136261u;
  for (int r = 0; r < 2000; r++)
    for (size_t i = 0; i < strlen(p); i++) {
      h ^= (unsigned char)p[i];
      h *= 16777619u;
      h ^= h >> 13;
    }
  return h;
}

static int by_descriptor(void) {
  int k;
  for (k = 0;; k++) {
    char out[32];
    unsigned h = hash(jobs[k].text);
    int n = snprintf(out, sizeof out, "%u\n", h);
    if (write(jobs[k].descriptor, out, (size_t)n) < 0)
      break;
  }
  return k;
}

static int by_stream(void) {
  int k;
  for (k = 0;; k++) {
    unsigned h = hash(jobs[k].text);
    if (fprintf(jobs[k].stream, "%u\n", h) < 0)
      break;
  }
  return k;
}

int main(void) {
  static const char *const texts[] = {"alpha", "beta", "gamma", "delta", "end"};
  FILE *in = fopen("/dev/null", "r");
  if (!in)
    return 1;
  for (int k = 0; k <= LAST; k++) {
    struct job one = {1, stdout, texts[k]};
    if (k == LAST)
      one = (struct job){-1, in, texts[k]};
    jobs[k] = one;
  }
  int a = by_descriptor(), b = by_stream();
  fflush(stdout);
  printf("%d %d\n", a, b);
  return 0;
}
