/* Files that are written whole or not at all. */
#ifndef KS_TOOLS_OUTPUT_H
#define KS_TOOLS_OUTPUT_H

#include <stdio.h>

typedef struct output {
  FILE *stream;
  char *path, *temporary; /* null: the standard output */
} output;

/* A path of NULL or "-" is the standard output. Whether it could be opened, else errno. */
int output_open(output *made, const char *path);
/* Keeps or discards the output. Whether everything succeeded, else errno. */
int output_close(output *made, int is_kept);

#endif
