/* The text is written to a temporary name beside the file, and renamed when it is complete. Output
 * that is not a regular file (a pipe, a device) is written directly. */
#include "output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int is_special(const char *path) {
  struct stat about;
  return stat(path, &about) == 0 && !S_ISREG(about.st_mode);
}

int output_open(output *made, const char *path) {
  *made = (output){.stream = stdout};
  if (path == NULL || strcmp(path, "-") == 0)
    return 1;
  size_t size = strlen(path) + sizeof ".new";
  made->path = malloc(size);
  made->temporary = malloc(size);
  if (made->path != NULL && made->temporary != NULL) {
    strcpy(made->path, path);
    snprintf(made->temporary, size, is_special(path) ? "%s" : "%s.new", path);
    made->stream = fopen(made->temporary, "we");
  } else {
    made->stream = NULL;
    errno = ENOMEM;
  }
  if (made->stream != NULL)
    return 1;
  int problem = errno;
  free(made->path);
  free(made->temporary);
  errno = problem;
  return 0;
}

int output_close(output *made, int is_kept) {
  int is_written = !ferror(made->stream);
  if (made->path == NULL)
    return fflush(stdout) == 0 && is_written;
  is_written = fclose(made->stream) == 0 && is_written;
  int is_plain = strcmp(made->path, made->temporary) != 0;
  if (is_plain && is_kept && is_written)
    is_written = rename(made->temporary, made->path) == 0;
  int problem = errno;
  if (is_plain && (!is_kept || !is_written))
    remove(made->temporary);
  free(made->path);
  free(made->temporary);
  errno = problem;
  return is_written;
}
