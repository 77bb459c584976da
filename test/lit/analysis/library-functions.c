// Functions that C does not have and every system does: the rest of the program stays known, so that these pointers lead to two blocks. What such a
// function stores behind its arguments may be anything that it has seen.
// RUN: kasuri %s --dump=analysis --stop-after=analysis | FileCheck %s
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- -DUNKNOWN | FileCheck %s --check-prefix=OPEN
#define _GNU_SOURCE
#include <err.h>
#include <fcntl.h>
#include <libintl.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/random.h>

double *one, *two, *lined, *mapped;
void unknown(void);

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel{{$}}
// OPEN: loop {{.*}}:[[#@LINE+2]]:3 parallel guard({{.*}}'one[i]' and 'two[i]' do not overlap)
static void apart(int n) {
  for (int i = 0; i < n; i++)
    two[i] = one[i] * 3 + i;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard({{.*}}'mapped[i]' and 'lined[i]' do not overlap)
static void seen(int n) {
  for (int i = 0; i < n; i++)
    lined[i] = mapped[i] * 3 + i;
}

int main(int argc, char **argv) {
  regex_t pattern;
  char seed[8];
  one = malloc(1000 * sizeof *one);
  two = malloc(1000 * sizeof *two);
  mapped = mmap(0, 8000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (!one || !two || mapped == MAP_FAILED || posix_memalign((void **)&lined, 64, 8000))
    err(1, "%s", gettext("no memory"));
  if (regcomp(&pattern, argv[0], 0) || getrandom(seed, sizeof seed, 0) < 0)
    errx(1, "%s", ngettext("pattern", "patterns", argc));
  regfree(&pattern);
  if (fcntl(0, F_GETFD) < 0)
    warnx("%d", argc);
#ifdef UNKNOWN
  unknown();
#endif
  apart(1000);
  seen(1000);
  munmap(mapped, 8000);
  return one[3] + two[2] > lined[1];
}
