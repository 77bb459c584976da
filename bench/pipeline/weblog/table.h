/* A hash table from texts to counts, and the report. */
#ifndef TABLE_H
#define TABLE_H

#include "parse.h"

#include <stdio.h>

typedef struct item {
  struct item *next;
  char *name;
  unsigned hash;
  long hits, bytes, errors;
} item;

typedef struct table {
  item **bucket;
  unsigned size, count;
} table;

typedef struct statistics {
  table hosts, paths;
  long lines, bad, bytes;
  long by_class[6], by_hour[24], by_agent[64];
  long first, last;
} statistics;

int statistics_init(statistics *s);
int add_entry(statistics *s, const entry *e);
void print_report(const statistics *s, FILE *out);

#endif
