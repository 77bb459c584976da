/* Does the program read what it writes?
 *
 * A pipeline reads input for later iterations before earlier ones have written their output. That
 * is the same input, unless one file is both read and written: under one name, under two, or by one
 * descriptor. Only files with contents of their own matter. What comes through a pipe, a socket or
 * a terminal comes in the order in which the other side has sent it, and it waits there for the
 * output that it needs, which is written meanwhile.
 */
#define _GNU_SOURCE
#include "os.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { MOST_FILES = 64 };

typedef struct open_file {
  dev_t device;
  ino_t number;
  int is_written;
} open_file;

/* Adds the file to those known; 0 if one of them is the same, and one of both is written, or if
 * there are too many. */
static int add(open_file *known, size_t *count, open_file file) {
  for (size_t i = 0; i < *count; i++)
    if (known[i].device == file.device && known[i].number == file.number &&
        (known[i].is_written || file.is_written))
      return 0;
  if (*count == MOST_FILES)
    return 0;
  known[(*count)++] = file;
  return 1;
}

/* 0 if the descriptor is to a file that another one shares, or that it reads and writes itself. */
static int stands_apart(int descriptor, open_file *known, size_t *count) {
  struct stat state;
  const int flags = fcntl(descriptor, F_GETFL);
  if (fstat(descriptor, &state) != 0 || flags < 0)
    return 1; /* it is closed by now */
  if (!S_ISREG(state.st_mode) && !S_ISBLK(state.st_mode))
    return 1;
  const int access = flags & O_ACCMODE;
  const open_file file = {state.st_dev, state.st_ino, access != O_RDONLY};
  return access != O_RDWR && add(known, count, file);
}

int ksi_reads_what_it_writes(void) {
  open_file known[MOST_FILES];
  size_t count = 0;
  int is_apart = 1;
  DIR *folder = opendir("/proc/self/fd");
  if (folder == NULL)
    return 1;
  for (const struct dirent *entry = readdir(folder); entry != NULL && is_apart;
       entry = readdir(folder))
    if (entry->d_name[0] != '.')
      is_apart = stands_apart(atoi(entry->d_name), known, &count);
  closedir(folder);
  return !is_apart;
}
