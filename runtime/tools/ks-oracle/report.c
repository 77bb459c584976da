/* Where what was seen is written. A program may run itself, or others that are checked: each
 * process has a report of its own, "$ORACLE_REPORT.PID". */
#include "oracle.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int oracle_open_report(void) {
  const char *path = getenv("ORACLE_REPORT");
  char own[PATH_MAX];
  if (path == NULL || snprintf(own, sizeof own, "%s.%d", path, (int)getpid()) >= (int)sizeof own)
    return -1;
  return open(own, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}
