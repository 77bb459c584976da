/* weblog - counts hosts, paths and programs in a web server's log. usage: weblog INPUT OUTPUT */
#define _GNU_SOURCE
#include "parse.h"
#include "table.h"

#include <stdlib.h>

static int read_log(FILE *in, statistics *s) {
  char *line = NULL;
  size_t size = 0;
  entry e;
  while (getline(&line, &size, in) != -1) {
    s->lines++;
    if (line[0] == '\n' || line[0] == '#')
      continue;
    if (!parse_line(line, &e)) {
      s->bad++;
      continue;
    }
    if (!add_entry(s, &e)) {
      fprintf(stderr, "weblog: out of memory\n");
      return 1;
    }
  }
  free(line);
  return 0;
}

int main(int argc, char **argv) {
  statistics s;
  if (argc != 3) {
    fprintf(stderr, "usage: weblog INPUT OUTPUT\n");
    return 2;
  }
  FILE *in = fopen(argv[1], "r"), *out = fopen(argv[2], "w");
  if (in == NULL || out == NULL) {
    perror("weblog");
    return 1;
  }
  if (!statistics_init(&s) || read_log(in, &s) != 0)
    return 1;
  fclose(in);
  print_report(&s, out);
  return fclose(out) != 0;
}
