/* Lines of a web server's log. */
#ifndef PARSE_H
#define PARSE_H

#include <stddef.h>

#define PATH_BYTES 256

typedef struct entry {
  const char *host;
  size_t host_length;
  char path[PATH_BYTES]; /* decoded, without arguments */
  long seconds;          /* since 1970 */
  int status;
  long bytes;
  int agent; /* index into agent_names */
  unsigned hash_of_host, hash_of_path;
} entry;

extern const char *const agent_names[];
extern const int agent_count;

/* Returns 0 if the line is not understood. */
int parse_line(const char *line, entry *e);
unsigned hash_of(const char *text, size_t length);

#endif
