/* Holding a clock at one frequency: the governor `userspace`, which obeys at once; without it both
 * limits. All values are journaled before, and a keeper restores them if ks-probe is killed. */
#include "machine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ksi_path file_of(const domain *in, const char *name) {
  char folder[96];
  snprintf(folder, sizeof folder, "/sys/devices/system/cpu/cpufreq/policy%d", in->number);
  return ksi_join(folder, name);
}

static int has_userspace(const domain *in) {
  char text[1024];
  return ksi_read_text(file_of(in, "scaling_available_governors").text, text, sizeof text) > 0 &&
         strstr(text, "userspace") != NULL;
}

static int hold_by_governor(const domain *of, const char *khz, ksi_path *where) {
  char now[64];
  *where = file_of(of, "scaling_governor");
  if (ksi_read_text(where->text, now, sizeof now) <= 0)
    return ENOENT;
  int problem = 0;
  if (strcmp(now, "userspace") != 0) {
    problem = announce_setting(where->text, "userspace");
    if (problem == 0)
      problem = ksi_write_text(where->text, "userspace");
  } else if (strcmp(of->governor, "userspace") == 0) {
    problem = announce_setting(file_of(of, "scaling_setspeed").text, NULL);
  }
  if (problem != 0)
    return problem;
  *where = file_of(of, "scaling_setspeed");
  return ksi_write_text(where->text, khz);
}

/* The lower limit may never be above the upper one. */
static int hold_by_limits(const domain *of, const char *khz, ksi_path *where) {
  const ksi_path least = file_of(of, "scaling_min_freq"), most = file_of(of, "scaling_max_freq");
  char now[64];
  *where = least;
  if (ksi_read_text(least.text, now, sizeof now) <= 0)
    return ENOENT;
  int problem = announce_setting(least.text, NULL);
  if (problem == 0)
    problem = announce_setting(most.text, NULL);
  const int is_higher = atol(khz) >= atol(now);
  for (int i = 0; i < 2 && problem == 0; i++) {
    *where = (i == 0) == is_higher ? most : least;
    problem = ksi_write_text(where->text, khz);
  }
  return problem;
}

int hold_frequency(const domain *of, long khz, ksi_path *where) {
  char text[32];
  snprintf(text, sizeof text, "%ld", khz);
  *where = file_of(of, "scaling_governor");
  if (has_userspace(of) && ksi_can_write(where->text))
    return hold_by_governor(of, text, where);
  *where = file_of(of, "scaling_max_freq");
  return ksi_can_write(where->text) ? hold_by_limits(of, text, where) : EACCES;
}
