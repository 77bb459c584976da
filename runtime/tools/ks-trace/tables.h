/* Prints a model as text. */
#ifndef KS_TOOLS_TABLES_H
#define KS_TOOLS_TABLES_H

#include "model.h"

#include <stdio.h>

typedef struct table_options {
  const char *layer; /* only layers with this text in their name */
  int is_short;      /* no lines of tasks and functions */
  int has_histogram;
} table_options;

void print_tables(FILE *file, const model *of, const table_options *options);

#endif
