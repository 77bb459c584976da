/* What one change of frequency costs by one way: ways WAY CORE ROUNDS, with WAY one of
 *
 *   path        opening, writing and closing scaling_setspeed each time, as a shell does
 *   cpufreq     the runtime's way: the same file, kept open
 *   registers   the runtime's way: the register that the file KASURI_MACHINE describes
 *
 * Prints for each round the nanoseconds of a change between the fastest and the slowest frequency
 * of the core's clock, and of asking again for the one that it has. For bench/board_power.py. */
#include "../../runtime/power/power_way.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EACH = 100 };

static ksi_domain domains[KSI_MOST_DOMAINS];
static ksi_domain *domain = domains;

static void die(const char *what, int problem) {
  fprintf(stderr, "ways: %s: %s\n", what, strerror(problem));
  exit(1);
}

/* Takes the place of the runtime's way to write what it has open. */
static int write_by_path(ksi_domain *of, int level) {
  char text[16];
  int length = snprintf(text, sizeof text, "%u\n", (unsigned)of->khz[level]);
  int file = open(ksi_join(of->folder, "scaling_setspeed").text, O_WRONLY | O_TRUNC);
  if (file < 0 || write(file, text, (size_t)length) != length)
    return errno;
  return close(file);
}

static uint64_t time_of(int (*set)(ksi_domain *, int), int first, int second) {
  uint64_t begin = ksi_now_ns();
  for (int i = 0; i < EACH; i++) {
    int problem = set(domain, i % 2 == 0 ? first : second);
    if (problem != 0)
      die("set", problem);
  }
  return (ksi_now_ns() - begin) / EACH;
}

int main(int count, char **arguments) {
  ksi_coreset core = {{0}};
  int problem = 0, found;
  if (count != 4)
    return 2;
  int by_register = strcmp(arguments[1], "registers") == 0;
  const ksi_way *way = by_register ? &ksi_register_way : &ksi_speed_way;
  ksi_add_core(&core, atoi(arguments[2]));
  found = ksi_find_domains(domains, KSI_MOST_DOMAINS, &core);
  if (by_register &&
      !ksi_read_machine_file(getenv("KASURI_MACHINE"), domains, &found, KSI_MOST_DOMAINS, &core))
    return 1;
  ksi_journal *journal = ksi_open_journal(&problem);
  int owner = journal != NULL ? ksi_add_owner(journal, ksi_this_process(), core) : -1;
  if (owner < 0)
    die("journal", problem);
  if ((problem = way->check(domain)) != 0 || (problem = way->open(domain, journal, owner)) != 0)
    die(domain->refusal, problem);
  int (*set)(ksi_domain *, int) = strcmp(arguments[1], "path") == 0 ? write_by_path : way->set;
  int slowest = domain->levels - 1;
  for (int round = atoi(arguments[3]); round > 0; round--) {
    uint64_t change = time_of(set, slowest, 0), same = time_of(set, 0, 0);
    printf("%" PRIu64 " %" PRIu64 "\n", change, same);
  }
  way->close(domain);
  int is_restored = ksi_undo_owner(journal, owner);
  ksi_close_journal(journal);
  return !is_restored;
}
