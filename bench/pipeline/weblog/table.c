#include "table.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static int table_init(table *t) {
  t->size = 1024;
  t->count = 0;
  t->bucket = calloc(t->size, sizeof *t->bucket);
  return t->bucket != NULL;
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

int statistics_init(statistics *s) {
  memset(s, 0, sizeof *s);
  s->first = LONG_MAX;
  return table_init(&s->hosts) && table_init(&s->paths);
}

static void count_in(item *it, const entry *e) {
  it->hits++;
  it->bytes += e->bytes;
  it->errors += e->status >= 400;
}

int add_entry(statistics *s, const entry *e) {
  item *host = find(&s->hosts, e->host, e->host_length, e->hash_of_host);
  item *path = find(&s->paths, e->path, strlen(e->path), e->hash_of_path);
  if (host == NULL || path == NULL)
    return 0;
  count_in(host, e);
  count_in(path, e);
  s->bytes += e->bytes;
  s->by_class[e->status / 100]++;
  s->by_hour[(e->seconds / 3600 % 24 + 24) % 24]++;
  s->by_agent[e->agent]++;
  if (e->seconds < s->first)
    s->first = e->seconds;
  if (e->seconds > s->last)
    s->last = e->seconds;
  return 1;
}

static int by_hits(const void *a, const void *b) {
  const item *one = *(item *const *)a, *other = *(item *const *)b;
  if (one->hits != other->hits)
    return one->hits < other->hits ? 1 : -1;
  return strcmp(one->name, other->name);
}

static void print_top(const table *t, const char *title, FILE *out) {
  item **all = malloc(t->count * sizeof *all);
  unsigned count = 0;
  if (all == NULL)
    return;
  for (unsigned i = 0; i < t->size; i++)
    for (item *it = t->bucket[i]; it != NULL; it = it->next)
      all[count++] = it;
  qsort(all, count, sizeof *all, by_hits);
  fprintf(out, "%s (%u)\n", title, count);
  for (unsigned i = 0; i < count && i < 20; i++)
    fprintf(out, "%9ld %12ld %7ld  %s\n", all[i]->hits, all[i]->bytes, all[i]->errors, all[i]->name);
  free(all);
}

void print_report(const statistics *s, FILE *out) {
  fprintf(out, "%ld lines, %ld not understood, %ld bytes, from %ld to %ld\n", s->lines, s->bad, s->bytes, s->first,
          s->last);
  for (int i = 1; i < 6; i++)
    fprintf(out, "%dxx %ld\n", i, s->by_class[i]);
  for (int i = 0; i < 24; i++)
    fprintf(out, "%02d:00 %ld\n", i, s->by_hour[i]);
  for (int i = 0; i < agent_count; i++)
    fprintf(out, "%-16s %ld\n", agent_names[i], s->by_agent[i]);
  print_top(&s->hosts, "hosts", out);
  print_top(&s->paths, "paths", out);
}
