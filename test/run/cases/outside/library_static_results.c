// A result in the library's own memory shows the next such call's: what is read through it comes
// before that call, or after it, as in the source.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { STEPS = 84 };

static time_t times[STEPS];
static int minutes[STEPS], seconds[STEPS];
static char dates[STEPS][32];

int main(void) {
  for (int i = 0; i < STEPS; ++i)
    times[i] = (time_t)i * i * 977 + 1000003;
  const struct tm *parts = gmtime(&times[0]);
  for (int i = 0; i < STEPS; ++i) {
    minutes[i] += parts->tm_min;
    gmtime(&times[i]);
  }
  for (int i = 0; i < STEPS; ++i)
    seconds[i] = parts->tm_sec + i;
  gmtime(&times[1]);
  const char *date = asctime(parts);
  for (int i = 0; i < STEPS; ++i) {
    memcpy(dates[i], date, 19);
    struct tm copy;
    gmtime_r(&times[i], &copy);
    asctime(&copy);
  }
  for (int i = 0; i < STEPS; ++i)
    printf("%d %d %s\n", minutes[i], seconds[i], dates[i]);
  return 0;
}
