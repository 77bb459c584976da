/* How cores are divided among programs: runtime/sharing/divide.c on made-up programs, and that what all of
 * them compute fits together whatever they are. */
#include "../../runtime/sharing/divide.h"
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 12 };

static ksi_coreset set_of(const char *list) {
  ksi_coreset set;
  CHECK(ksi_parse_cores(list, &set));
  return set;
}

static ksi_entrant on(const char *list, int wanted, int nice) {
  return (ksi_entrant){set_of(list), wanted, nice};
}

/* The parts of all, "0-1 2-3". */
static void expect(const ksi_entrant *entrants, int count, const char *expected) {
  char all[1024] = "", part[KSI_VALUE_BYTES];
  for (int i = 0; i < count; i++) {
    const ksi_coreset cores = ksi_divide_cores(entrants, count, i);
    CHECK(ksi_print_cores(&cores, part, sizeof part));
    snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i > 0 ? " " : "",
             *part ? part : "none");
  }
  if (strcmp(all, expected) != 0)
    fprintf(stderr, "is '%s', not '%s'\n", all, expected);
  CHECK(strcmp(all, expected) == 0);
}
#define EXPECT(expected, ...)                                                                      \
  do {                                                                                             \
    const ksi_entrant list[] = {__VA_ARGS__};                                                      \
    expect(list, (int)(sizeof list / sizeof *list), expected);                                     \
  } while (0)

static void examples(void) {
  EXPECT("0-7", on("0-7", 8, 0));
  EXPECT("0-3 4-7", on("0-7", 8, 0), on("0-7", 8, 0));
  EXPECT("0-1 2-7", on("0-7", 2, 0), on("0-7", 8, 0));
  EXPECT("2-7 0-1", on("0-7", 8, 0), on("0-7", 2, 0));
  EXPECT("0-1 2-4 5-7", on("0-7", 8, 0), on("0-7", 8, 0), on("0-7", 8, 0));
  EXPECT("0 1", on("0-1", 2, 0), on("0-1", 2, 0));
  EXPECT("none 0 1", on("0-1", 2, 0), on("0-1", 2, 0), on("0-1", 2, 0));
  /* Who can go nowhere else goes first; who shares no cores is no rival. */
  EXPECT("2-3 0-1", on("0-3", 4, 0), on("0-1", 2, 0));
  EXPECT("0-3 4-7", on("0-3", 4, 0), on("4-7", 4, 0));
  /* More workers than cores want no more than the cores. */
  EXPECT("0 1", on("0-1", 4, 0), on("0-1", 2, 0));
  /* Better priority takes what it wants. */
  EXPECT("0-7 none", on("0-7", 8, 0), on("0-7", 8, 19));
  EXPECT("5-7 0-4", on("0-7", 8, 19), on("0-7", 5, 0));
}

static ksi_entrant random_entrant(int cores) {
  ksi_entrant one = {.wanted = 1 + rand() % 12, .nice = rand() % 3 - 1};
  for (int core = 0; core < cores; core++)
    if (rand() % 3 != 0)
      ksi_add_core(&one.usable, core);
  return one;
}

/* Its cores are among those of all that have more. */
static ksi_entrant greedy_entrant(int cores) {
  ksi_entrant one = {.wanted = KSI_MOST_CORES, .nice = rand() % 3 - 1};
  for (int core = rand() % cores; core >= 0; core--)
    ksi_add_core(&one.usable, core);
  return one;
}

static void parts_fit_together(unsigned seed) {
  ksi_entrant entrants[MOST];
  ksi_coreset taken = {{0}}, wanted_cores = {{0}};
  srand(seed);
  const int cores = 1 + rand() % 40, count = 1 + rand() % MOST;
  for (int i = 0; i < count; i++) {
    entrants[i] = seed % 2 ? random_entrant(cores) : greedy_entrant(cores);
    wanted_cores = ksi_join_cores(wanted_cores, entrants[i].usable);
  }
  for (int i = 0; i < count; i++) {
    const ksi_coreset part = ksi_divide_cores(entrants, count, i);
    const ksi_coreset twice = ksi_common_cores(part, taken);
    const ksi_coreset strange = ksi_without_cores(part, entrants[i].usable);
    CHECK(ksi_count_cores(&twice) == 0 && ksi_count_cores(&strange) == 0);
    CHECK(ksi_count_cores(&part) <= entrants[i].wanted);
    taken = ksi_join_cores(taken, part);
  }
  if (seed % 2 == 0) /* nothing is left over */
    CHECK(ksi_are_same_cores(&taken, &wanted_cores));
}

/* Programs with the same wishes differ by one core at most. */
static void equals_are_equal(int cores, int count) {
  ksi_entrant entrants[MOST];
  int least = cores, most = 0;
  for (int i = 0; i < count; i++) {
    entrants[i] = (ksi_entrant){.wanted = cores};
    for (int core = 0; core < cores; core++)
      ksi_add_core(&entrants[i].usable, core);
  }
  for (int i = 0; i < count; i++) {
    const ksi_coreset part = ksi_divide_cores(entrants, count, i);
    const int size = ksi_count_cores(&part);
    least = size < least ? size : least;
    most = size > most ? size : most;
  }
  CHECK(most - least <= 1);
}

int main(void) {
  examples();
  for (unsigned seed = 0; seed < 2000; seed++)
    parts_fit_together(seed);
  for (int cores = 1; cores < 40; cores++)
    for (int count = 1; count <= MOST; count++)
      equals_are_equal(cores, count);
  return 0;
}
