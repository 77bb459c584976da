/* PARALLEL: 1 */
/* Lines are parsed out of order, into an entry with a decoded string, and counted in a table in order. The program ends
   where there is no memory for the table, with what it has counted unread. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 4000, PATH_BYTES = 40 };

typedef struct entry {
  long number;
  char path[PATH_BYTES];
  unsigned hash;
  long bytes;
} entry;

typedef struct item {
  struct item *next;
  char *name;
  unsigned hash;
  long hits, bytes;
} item;

typedef struct table {
  item **bucket;
  unsigned size, count;
  long lines, bad;
} table;

static size_t decode(const char *from, const char *end, char *path) {
  size_t length = 0;
  while (from < end && *from != '?' && length + 1 < PATH_BYTES) {
    char now = *from++;
    if (now == '/' && length > 0 && path[length - 1] == '/')
      continue;
    path[length++] = (char)tolower((unsigned char)now);
  }
  while (length > 1 && path[length - 1] == '/')
    length--;
  path[length] = '\0';
  return length;
}

static unsigned hash_of(const char *text, size_t length) {
  unsigned hash = 2166136261u;
  for (size_t i = 0; i < length; i++)
    hash = (hash ^ (unsigned char)text[i]) * 16777619u;
  return hash;
}

static int parse(const char *line, entry *e) {
  char *end;
  e->number = strtol(line, &end, 10);
  if (end == line || *end != ' ')
    return 0;
  const char *last = strrchr(line, ' ');
  if (last == end)
    return 0;
  e->hash = hash_of(e->path, decode(end + 1, last, e->path));
  e->bytes = strtol(last, &end, 10);
  return 1;
}

static int grow(table *t) {
  unsigned size = t->size * 2;
  item **bucket = calloc(size, sizeof *bucket);
  if (bucket == NULL)
    return 0;
  for (unsigned i = 0; i < t->size; i++)
    for (item *it = t->bucket[i], *next; it != NULL; it = next) {
      next = it->next;
      it->next = bucket[it->hash & (size - 1)];
      bucket[it->hash & (size - 1)] = it;
    }
  free(t->bucket);
  t->bucket = bucket;
  t->size = size;
  return 1;
}

static item *find(table *t, const char *name, size_t length, unsigned hash) {
  item *it = t->bucket[hash & (t->size - 1)];
  while (it != NULL && (it->hash != hash || strncmp(it->name, name, length) != 0 || it->name[length] != '\0'))
    it = it->next;
  if (it != NULL)
    return it;
  if (t->count > t->size && !grow(t))
    return NULL;
  it = calloc(1, sizeof *it);
  if (it == NULL || (it->name = malloc(length + 1)) == NULL)
    return NULL;
  memcpy(it->name, name, length);
  it->name[length] = '\0';
  it->hash = hash;
  it->next = t->bucket[hash & (t->size - 1)];
  t->bucket[hash & (t->size - 1)] = it;
  t->count++;
  return it;
}

static int add(table *t, const entry *e) {
  item *it = find(t, e->path, strlen(e->path), e->hash);
  if (it == NULL)
    return 0;
  it->hits++;
  it->bytes += e->bytes * e->number;
  return 1;
}

static int read_log(FILE *in, table *t) {
  char *line = NULL;
  size_t size = 0;
  entry e;
  while (getline(&line, &size, in) != -1) {
    t->lines++;
    if (line[0] == '#')
      continue;
    if (!parse(line, &e)) {
      t->bad++;
      continue;
    }
    if (!add(t, &e)) {
      fprintf(stderr, "out of memory\n");
      return 1;
    }
  }
  free(line);
  return 0;
}

int main(void) {
  FILE *log = tmpfile();
  if (log == NULL)
    return 2;
  for (int i = 0; i < LINES; i++)
    if (i % 13 == 5)
      fputs(i % 2 ? "# nothing\n" : "nothing\n", log);
    else
      fprintf(log, "%d /Some//path%d%s?q=%d %d\n", i % 100, i * i % 977 % 300, i % 3 ? "//" : "/Deeper/index.HTML", i, i * 7);
  rewind(log);
  table t = {calloc(16, sizeof(item *)), 16, 0, 0, 0};
  if (t.bucket == NULL || read_log(log, &t) != 0)
    return 1;
  printf("%ld lines, %ld bad, %u names\n", t.lines, t.bad, t.count);
  for (unsigned i = 0; i < t.size; i++)
    for (item *it = t.bucket[i]; it != NULL; it = it->next)
      printf("%s %ld %ld\n", it->name, it->hits, it->bytes);
  fclose(log);
  return 0;
}
