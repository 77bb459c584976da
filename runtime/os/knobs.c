/* A value that is not a number in range is reported once and ignored: the program must run. */
#define _GNU_SOURCE
#include "knobs.h"

#include "os.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
  knobs.is_together = (int)read_number("KASURI_TOGETHER", 0, 1, 0);
  knobs.is_adaptive = (int)read_number("KASURI_ADAPT", 0, 1, 1) && !knobs.is_together;
  knobs.alone = (int)read_number("KASURI_ALONE", 0, 1000000, -1);
  knobs.is_sharing = (int)read_number("KASURI_SHARE", 0, 1, 1);
  knobs.is_exclusive = (int)read_number("KASURI_EXCLUSIVE", 0, 1, 0);
  knobs.exclusive_set = getenv("KASURI_EXCLUSIVE_SET");
  errno = saved;
  return knobs;
}

int ksi_read_gather(void) {
  const int saved = errno;
  const int count = (int)read_number("KASURI_GATHER", 1, KSI_MOST_GATHERED, 0);
  errno = saved;
  return count;
}

/* Not for programs with more privileges than the user who starts them. */
static const char *read_name(const char *name) {
  const char *text = secure_getenv(name);
  return text != NULL && *text != '\0' ? text : NULL;
}

const char *ksi_read_loop_profile(void) { return read_name("KASURI_PROFILE_SEQUENTIAL"); }

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

int ksi_is_recording_wanted(void) {
  return read_name("KASURI_PROFILE") != NULL || read_name("KASURI_TRACE") != NULL;
}

void ksi_refuse_recording(void) {
  if (ksi_is_recording_wanted())
    fprintf(stderr, "kasuri: this runtime was built without counters: nothing is recorded\n");
}

enum { DEFAULT_LATENCY_US = 10 };

static int is_word(const char *text, size_t length, const char *word) {
  return strlen(word) == length && strncmp(text, word, length) == 0;
}

static int read_latency(const char *text, size_t length, long *us) {
  char *end;
  if (length == 3) {
    *us = DEFAULT_LATENCY_US;
    return 1;
  }
  *us = strtol(text + 4, &end, 10);
  return text[3] == ':' && end == text + length && end > text + 4 && *us >= 0 && *us < 1000000;
}

/* Whether the word is one of the allowed ones. */
static int read_power_word(ksi_power_wish *wish, const char *text, size_t length) {
  static const char *const choices[] = {"none", "auto", "cpufreq", "uclamp", "registers"};
  if (length >= 3 && strncmp(text, "qos", 3) == 0)
    return read_latency(text, length, &wish->latency_us);
  for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
    if (is_word(text, length, choices[i])) {
      wish->choice = (ksi_power_choice)i;
      return 1;
    }
  return 0;
}

ksi_power_wish ksi_read_power_wish(void) {
  ksi_power_wish wish = {.latency_us = -1, .machine = read_name("KASURI_MACHINE")};
  const char *all = read_name("KASURI_POWER"), *text = all;
  while (text != NULL && *text != '\0') {
    size_t length = strcspn(text, ",");
    if (strncmp(text, "record:", 7) == 0 && text[7] != '\0') {
      wish.record = text + 7; /* a name may have commas */
      wish.choice = wish.choice == KSI_POWER_NONE ? KSI_POWER_RECORD : wish.choice;
      break;
    }
    if (!read_power_word(&wish, text, length)) {
      fprintf(stderr,
              "kasuri: KASURI_POWER='%s' may only contain none, auto, cpufreq, uclamp, registers, "
              "qos[:US] and record:FILE; ignored\n",
              all);
      return (ksi_power_wish){.latency_us = -1};
    }
    text += length + (text[length] == ',');
  }
  return wish;
}

static int read_energy_word(ksi_energy_wish *wish, const char *text, size_t length) {
  static char sensors[1024];
  if (is_word(text, length, "1") || is_word(text, length, "0")) {
    wish->is_wanted = *text == '1';
    return 1;
  }
  if (length <= 8 || length - 8 >= sizeof sensors || strncmp(text, "sensors:", 8) != 0)
    return 0;
  snprintf(sensors, sizeof sensors, "%.*s", (int)(length - 8), text + 8);
  wish->sensors = sensors;
  wish->is_wanted = 1;
  return 1;
}

ksi_energy_wish ksi_read_energy_wish(void) {
  ksi_energy_wish wish = {0};
  const char *all = read_name("KASURI_ENERGY"), *text = all;
  while (text != NULL && *text != '\0') {
    size_t length = strcspn(text, ",");
    if (strncmp(text, "model:", 6) == 0 && text[6] != '\0') {
      wish.model = text + 6; /* a name may have commas */
      wish.is_wanted = 1;
      break;
    }
    if (!read_energy_word(&wish, text, length)) {
      fprintf(stderr,
              "kasuri: KASURI_ENERGY='%s' may only contain 1, 0, sensors:NAME+NAME and model:FILE; "
              "ignored\n",
              all);
      return (ksi_energy_wish){0};
    }
    text += length + (text[length] == ',');
  }
  return wish;
}
