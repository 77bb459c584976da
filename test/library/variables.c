/* Variables of the C library that programs can name: whether a call sets them. Each gets a value
 * that no function sets. */
#define _GNU_SOURCE
#include "variables.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

extern int _nl_msg_cat_cntr;

typedef struct {
  const char *name;
  const void *value;
} variable;

enum { VARIABLES = 12 };

static void read_variables(variable *values) {
  const variable now[VARIABLES] = {{"signgam", (void *)(long)signgam},
                                   {"timezone", (void *)timezone},
                                   {"daylight", (void *)(long)daylight},
                                   {"tzname", tzname[0]},
                                   {"tzname", tzname[1]},
                                   {"environ", environ},
                                   {"optarg", optarg},
                                   {"optind", (void *)(long)optind},
                                   {"optopt", (void *)(long)optopt},
                                   {"opterr", (void *)(long)opterr},
                                   {"nl_msg_cat_cntr", (void *)(long)_nl_msg_cat_cntr},
                                   {"progname", program_invocation_short_name}};
  memcpy(values, now, sizeof now);
}

static variable variables[VARIABLES];

void mark_variables(void) {
  static char east[] = "east", west[] = "west";
  signgam = 77;
  timezone = 12345;
  daylight = 7;
  tzname[0] = east;
  tzname[1] = west;
  read_variables(variables);
}

void tell_variables(FILE *facts) {
  variable now[VARIABLES];
  read_variables(now);
  for (int i = 0; i < VARIABLES; ++i)
    if (now[i].value != variables[i].value)
      fprintf(facts, "variable %s\n", now[i].name);
}
