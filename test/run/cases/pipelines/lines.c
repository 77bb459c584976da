/* PARALLEL: 4 */
/* Lines of a file in order, of very different lengths, parsed side by side; pointers into each stay in its iteration. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct entry {
  const char *name;
  size_t length;
  char upper[64];
  unsigned hash;
};
struct tally {
  unsigned long lines, bad, hash;
};

static unsigned hash_of(const char *text, size_t length) {
  unsigned hash = 2166136261u;
  for (int round = 0; round < 20; round++)
    for (size_t i = 0; i < length; i++)
      hash = (hash ^ (unsigned char)text[i]) * 16777619u;
  return hash;
}

static int parse(const char *line, struct entry *e) {
  const char *space = strchr(line, ' '), *end;
  if (space == NULL)
    return 0;
  end = strrchr(space, ' ');
  e->name = line;
  e->length = (size_t)(space - line);
  size_t count = 0;
  for (const char *p = line; p < space && count + 1 < sizeof e->upper; p++)
    e->upper[count++] = (char)(*p >= 'a' && *p <= 'z' ? *p - 32 : *p);
  e->upper[count] = '\0';
  e->hash = hash_of(end, strlen(end));
  return end > space;
}

static int make(const char *name) {
  FILE *file = fopen(name, "w");
  unsigned state = 5;
  if (!file)
    return 0;
  for (int i = 0; i < 400; i++) {
    state = state * 1664525u + 1013904223u;
    if (state >> 28 == 0) {
      fprintf(file, "# no entry;\n");
      continue;
    }
    for (unsigned k = 0; k < (state >> 20) % (i % 50 ? 40 : 3000); k++)
      putc(k % 9 == 8 ? ' ' : (int)('a' + (k * 7 + state) % 26), file);
    fprintf(file, " %d;\n", i);
  }
  fprintf(file, "without an end");
  return fclose(file) == 0;
}

static void read_all(FILE *in, struct tally *t) {
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, in) != -1) {
    struct entry e;
    t->lines++;
    if (line[0] == '#')
      continue;
    if (!parse(line, &e)) {
      t->bad++;
      printf("bad %lu: %zu bytes\n", t->bad, strlen(line));
      continue;
    }
    t->hash = t->hash * 31 + e.hash;
    printf("%.*s %s %lu\n", (int)e.length, e.name, e.upper, t->hash);
  }
  free(line);
}

static int echo(FILE *in) {
  char *line = NULL;
  size_t size = 0;
  rewind(in);
  while (getline(&line, &size, in) != -1) {
    unsigned hash = hash_of(line, strlen(line));
    if (printf("%08x ", hash) < 0 || fputs(line, stdout) < 0) {
      free(line);
      return 1;
    }
  }
  free(line);
  return 0;
}

static void read_parts(FILE *in, struct tally *t) {
  for (int i = 0; i < 2; i++) {
    char *part = NULL;
    size_t size;
    rewind(in);
    while (getdelim(&part, &size, i ? ';' : 'a', in) > 0) {
      unsigned hash = hash_of(part, strlen(part));
      t->hash = t->hash * 3 + hash;
      printf("%08x %lu\n", hash, t->hash);
    }
    free(part);
  }
}

static void change(FILE *in) { /* writes into its line */
  char *line = NULL;
  size_t size = 0;
  long count = 0;
  rewind(in);
  while (getline(&line, &size, in) > 0) {
    unsigned sum = 0;
    for (char *p = line; *p; p++) {
      *p ^= 1;
      sum = sum * 3 + hash_of(line, 3 + (*p & 1));
      if (*p == 'x')
        *p = '\0';
    }
    count += sum % 3;
    printf("%u %ld %zu\n", sum, count, strlen(line));
  }
  free(line);
}

int main(void) {
  struct tally t = {0, 0, 0};
  char name[64];
  snprintf(name, sizeof name, "/tmp/kasuri_lines_%ld", (long)getpid());
  if (!make(name))
    return 1;
  FILE *in = fopen(name, "r");
  if (!in)
    return 1;
  read_all(in, &t);
  read_parts(in, &t);
  change(in);
  if (echo(in) != 0)
    return 2;
  fclose(in);
  remove(name);
  printf("%lu lines, %lu bad, %lu\n", t.lines, t.bad, t.hash);
  return 0;
}
