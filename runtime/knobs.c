/* A value that is not a number in range is reported once and ignored: the program must run. */
#include "knobs.h"

#include "os_linux.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static long read_number(const char *name, long least, long most, long otherwise) {
  const char *text = getenv(name);
  char *end = NULL;
  if (text == NULL || *text == '\0')
    return otherwise;
  errno = 0;
  long value = strtol(text, &end, 10);
  if (errno == 0 && *end == '\0' && value >= least && value <= most)
    return value;
  fprintf(stderr, "kasuri: %s='%s' is not a number from %ld to %ld; ignored\n", name, text, least,
          most);
  return otherwise;
}

ksi_knobs ksi_read_knobs(void) {
  int saved = errno;
  ksi_knobs knobs;
  knobs.cores = (int)read_number("KASURI_CORES", 1, KSI_MOST_CORES, 0);
  knobs.spin_us = read_number("KASURI_SPIN_US", 0, 1000000, -1);
  knobs.is_adaptive = (int)read_number("KASURI_ADAPT", 0, 1, 1);
  knobs.is_exclusive = (int)read_number("KASURI_EXCLUSIVE", 0, 1, 0);
  knobs.exclusive_set = getenv("KASURI_EXCLUSIVE_SET");
  errno = saved;
  return knobs;
}
