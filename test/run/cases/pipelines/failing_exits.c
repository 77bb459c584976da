/* PARALLEL: 2 */
/* Loops end because an allocation or output fails in functions of the program, while later iterations have begun: what
   the entries hold behind the loop, and what is printed, is what the source has then. The exit of the earlier iteration
   counts, also if it is the one further down. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 3000, V = 48, KEYS = 61 };
enum { NONE, SOME, MANY };

const char *__tsan_default_options(void); /* instead of ending the program there */
const char *__tsan_default_options(void) { return "allocator_may_return_null=1"; }

struct entry {
  struct entry *next;
  int key, hits;
  double last;
  char *text;
};
struct table {
  struct entry *first;
  int entries, asked;
};

static double work(int seed) {
  double s = seed;
  for (int i = 0; i < 300; i++)
    s = s * 0.99 + (i ^ seed);
  return s;
}

static struct entry *find(struct table *t, int key, size_t size) {
  for (struct entry *e = t->first; e != NULL; e = e->next)
    if (e->key == key)
      return e;
  struct entry *e = calloc(1, sizeof *e);
  if (e == NULL || (e->text = malloc(size)) == NULL) {
    free(e);
    return NULL;
  }
  e->key = key;
  e->next = t->first;
  t->first = e;
  t->entries++;
  return e;
}

/* How often that has been, -1: no memory. */
static int track(struct table *t, int key, double value, size_t size, struct entry **of) {
  t->asked++;
  if (value < 0)
    return NONE;
  struct entry *e = find(t, key, size);
  if (e == NULL)
    return -1;
  e->last += (value - e->last) / 2;
  *of = e;
  return ++e->hits > 40 ? MANY : SOME;
}

static int write_line(FILE *to, const char *text) {
  size_t length = strlen(text);
  return fwrite(text, 1, length, to) == length;
}

static void print(const struct table *t, int status) {
  double sum = 0;
  for (const struct entry *e = t->first; e != NULL; e = e->next)
    sum += e->last * e->hits * e->key;
  printf("%d: %d entries, %d asked, %.17g\n", status, t->entries, t->asked, sum);
}

/* From that iteration on, a new entry needs more memory than there is. */
static int watch(struct table *t, FILE *to, int most, int no_memory_from) {
  struct entry *of = NULL;
  for (int i = 0; i < most; i++) {
    double r = work(i);
    int hits = track(t, i < no_memory_from ? i % KEYS : i, r, i < no_memory_from ? 16 : SIZE_MAX / 4, &of);
    if (hits < 0) {
      fprintf(stderr, "out of memory\n");
      return 1;
    }
    char text[V];
    snprintf(text, sizeof text, "%d %d %.17g\n", i, of->key, work(i + hits) + of->last);
    if (!write_line(to, text)) {
      perror("output");
      return 2;
    }
  }
  return 0;
}

/* What is counted stops the loop as well, in front of all else. */
static int count(struct table *t, FILE *to, int most, int no_memory_from) {
  int done = 0;
  for (int i = 0; i < most; i++) {
    char text[V];
    snprintf(text, sizeof text, "%d\n", i % KEYS);
    char *kept = malloc(i < no_memory_from ? 16 : SIZE_MAX / 4);
    if (!kept) {
      printf("no memory after %d\n", done);
      return 1;
    }
    double r = work(i);
    snprintf(kept, 16, "%g", r);
    struct entry *e = find(t, i % KEYS, 16);
    int is_written = e != NULL && write_line(to, text) && write_line(to, kept);
    free(kept);
    if (!is_written) {
      printf("not written after %d\n", done);
      return 2;
    }
    e->last += r;
    done++;
  }
  return 0;
}

int main(void) {
  FILE *full = fopen("/dev/full", "w"), *null = fopen("/dev/null", "w");
  if (!full || !null)
    return 1;
  for (int i = 0; i < 6; i++) {
    struct table watched = {0}, counted = {0};
    int from = i < 2 ? N + N : i < 4 ? 20 : 1711;
    print(&watched, watch(&watched, i % 2 ? full : null, N, from));
    print(&counted, count(&counted, i % 2 ? full : null, N, from));
    clearerr(full);
  }
  fclose(null);
  return 0;
}
