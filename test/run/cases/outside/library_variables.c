// Variables of the library that its functions set: each value is that of the call before.
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { STEPS = 72 };

static int signs[STEPS];
static double logarithms[STEPS];
static long offsets[STEPS], shifts[STEPS];
static char zones[STEPS][16], names[STEPS][8];
static char **tables[STEPS];
static int found[STEPS];

static void gamma_signs(void) {
  for (int i = 0; i < STEPS; ++i) {
    logarithms[i] = lgamma(-0.25 - i * 29 % 31);
    signs[i] = signgam;
  }
  for (int i = 0; i < STEPS; ++i)
    printf("%d %a\n", signs[i], logarithms[i]);
}

static void time_zones(void) {
  for (int i = 0; i < STEPS; ++i)
    sprintf(zones[i], "QR%c%d", 'A' + i % 26, i % 11);
  tzset();
  for (int i = 0; i < STEPS; ++i) {
    offsets[i] = timezone;
    strcpy(names[i], tzname[0]);
    setenv("TZ", zones[i], 1);
    tzset();
  }
  struct tm noon = {.tm_year = 100, .tm_mday = 1, .tm_hour = 12, .tm_isdst = -1};
  for (int i = 0; i < STEPS; ++i) {
    shifts[i] = timezone + daylight;
    setenv("TZ", zones[STEPS - 1 - i], 1);
    mktime(&noon);
  }
  for (int i = 0; i < STEPS; ++i)
    printf("%ld %s %ld\n", offsets[i], names[i], shifts[i]);
}

static void environment(void) {
  char text[16];
  for (int i = 0; i < STEPS; ++i) {
    tables[i] = environ;
    found[i] = getenv("KS_CASE_70") != NULL;
    sprintf(text, "KS_CASE_%d", i);
    setenv(text, "1", 1);
  }
  int changes = 0, seen = 0;
  for (int i = 1; i < STEPS; ++i) {
    changes += tables[i] != tables[i - 1];
    seen += found[i];
  }
  printf("%d %d\n", changes > 0, seen);
}

int main(void) {
  gamma_signs();
  time_zones();
  environment();
  return 0;
}
