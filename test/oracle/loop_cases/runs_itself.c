/* CONFLICTS: 1
 * The process that it starts and waits for has the conflict. Both report loops and accesses. */
#include <stdio.h>
#include <stdlib.h>

#ifdef CLAIMED
#define BEHIND 0
#else
#define BEHIND 1
#endif
static int a[101], b[1000];

int main(int argc, char **argv) {
  char command[4096];
  snprintf(command, sizeof command, "'%s' again", argv[0]);
  if (argc == 1 && system(command) != 0)
    return 1;
  for (int i = 0; i < 1000 * (argc == 1); i++)
    b[i] = b[i] + i;
  if (argc == 1)
    return 0;
  for (int i = 0; i < 100; i++)
    a[i] = a[i + BEHIND] + 1;
  return a[99] & 2;
}
