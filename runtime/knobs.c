/* A value that is not a number in range is reported once and ignored: the program must run. */
#define _GNU_SOURCE
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
  knobs.spin = getenv("KASURI_SPIN");
  knobs.is_adaptive = (int)read_number("KASURI_ADAPT", 0, 1, 1);
  knobs.is_sharing = (int)read_number("KASURI_SHARE", 0, 1, 1);
  knobs.is_exclusive = (int)read_number("KASURI_EXCLUSIVE", 0, 1, 0);
  knobs.exclusive_set = getenv("KASURI_EXCLUSIVE_SET");
  errno = saved;
  return knobs;
}

/* Not for programs that have more rights than who starts them. */
static const char *read_name(const char *name) {
  const char *text = secure_getenv(name);
  return text != NULL && *text != '\0' ? text : NULL;
}

ksi_recording ksi_read_recording(void) {
  ksi_recording recording = {.profile = read_name("KASURI_PROFILE"),
                             .trace = read_name("KASURI_TRACE")};
  if (recording.profile == NULL && recording.trace == NULL)
    return recording;
  int saved = errno;
  recording.every = read_number("KASURI_PROFILE_EVERY", 0, 1000000, 0);
  recording.has_hardware = (int)read_number("KASURI_PROFILE_HW", 0, 1, 0);
  recording.events = read_number("KASURI_TRACE_EVENTS", 16, 1 << 24, 1 << 16);
  errno = saved;
  return recording;
}

void ksi_refuse_recording(void) {
  if (read_name("KASURI_PROFILE") != NULL || read_name("KASURI_TRACE") != NULL)
    fprintf(stderr, "kasuri: this runtime was built without counters: nothing is recorded\n");
}
