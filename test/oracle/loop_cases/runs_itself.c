/* CONFLICTS: 1
 * The process that it starts and waits for has the conflict; its report may not end the first one's. */
#include <stdio.h>
#include <stdlib.h>

#ifdef CLAIMED
#define BEHIND 0
#else
#define BEHIND 1
#endif
static int a[101];

int main(int argc, char **argv) {
  char command[4096];
  snprintf(command, sizeof command, "'%s' again", argv[0]);
  if (argc == 1)
    return system(command) != 0;
  for (int i = 0; i < 100; i++)
    a[i] = a[i + BEHIND] + 1;
  return a[99] & 2;
}
