/* How a keeper ends: one that is dismissed leaves what the program changes afterwards alone, one
 * that is not restores, and one that somebody killed costs the program nothing. What it restores is
 * a mark here. */
#define _GNU_SOURCE
#include "../../runtime/os/os.h"
#include "check.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* As large as what a keeper lets go of; what it needs of the program is beside it. */
static volatile char large[16 << 20];
static char folder[] = "/tmp/kasuri-keeper-XXXXXX", mark[64], own_number[64];

static void keep(ksi_process owner) {
  int file = open(own_number, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dprintf(file, "%d.", (int)getpid());
  close(file);
  while (!ksi_await_end(owner, "", -1))
    continue;
  close(open(mark, O_WRONLY | O_CREAT, 0600));
}

static void start(void) { CHECK(ksi_start_keeper(keep) == 0 && ksi_has_keeper()); }

static int await_keeper(void) {
  int status = 0;
  CHECK(waitpid(-1, &status, __WALL) > 0);
  return status;
}

static int keeper_number(void) {
  int number = 0;
  FILE *file;
  while ((file = fopen(own_number, "r")) == NULL || fscanf(file, "%d.", &number) != 1)
    if (file != NULL)
      fclose(file);
  fclose(file);
  return number;
}

int main(void) {
  CHECK(mkdtemp(folder) != NULL);
  for (size_t i = 0; i < sizeof large; i += 4096)
    large[i] = 1;
  snprintf(mark, sizeof mark, "%s/restored", folder);
  snprintf(own_number, sizeof own_number, "%s/number", folder);
  start();
  ksi_stop_keeper(1);
  CHECK(!ksi_has_keeper() && await_keeper() == 0 && access(mark, F_OK) != 0);

  start();
  ksi_stop_keeper(0);
  CHECK(await_keeper() == 0 && unlink(mark) == 0);

  /* A second one does not take orders that were for the first. */
  start();
  ksi_stop_keeper(1);
  start();
  CHECK(await_keeper() == 0 && access(mark, F_OK) != 0);
  ksi_stop_keeper(0);
  CHECK(await_keeper() == 0 && unlink(mark) == 0);

  CHECK(unlink(own_number) == 0);
  start();
  CHECK(kill(keeper_number(), SIGKILL) == 0);
  CHECK(WIFSIGNALED(await_keeper()));
  ksi_stop_keeper(1); /* no SIGPIPE */
  CHECK(access(mark, F_OK) != 0 && unlink(own_number) == 0 && rmdir(folder) == 0);
  puts("passed");
  return 0;
}
