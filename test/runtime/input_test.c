/* Which open descriptors may make a program wait for somebody (streams.c). Each case is a process
 * of its own: `prepare` sets the descriptors that it begins with, then it runs this program anew.
 */
#define _GNU_SOURCE
#include "../../runtime/os/os.h"
#include "check.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { UNREAD, STANDARD_INPUT, ANY }; /* as ks_pipe_gather is told */

static void be(int descriptor, int opened) {
  CHECK(opened >= 0 && dup2(opened, descriptor) == descriptor);
  if (opened != descriptor)
    close(opened);
}

static int pipe_for_reading(void) {
  int ends[2];
  CHECK(pipe(ends) == 0);
  return ends[0]; /* the other end stays open for writing */
}

static int terminal(void) {
  const int master = posix_openpt(O_RDWR | O_NOCTTY);
  CHECK(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
  const int opened = open(ptsname(master), O_RDWR | O_NOCTTY);
  fcntl(master, F_SETFD, FD_CLOEXEC);
  return opened;
}

static int fifo(void) {
  char name[] = "/tmp/kasuri-input-XXXXXX";
  CHECK(mkdtemp(name) != NULL && chdir(name) == 0 && mkfifo("fifo", 0600) == 0);
  const int opened = open("fifo", O_RDWR);
  unlink("fifo");
  rmdir(name);
  return opened;
}

static void prepare(const char *which) {
  for (int i = 0; i < 3; i++)
    be(i, open("/dev/null", O_RDWR));
  if (strcmp(which, "pipe") == 0)
    be(STDIN_FILENO, pipe_for_reading());
  if (strcmp(which, "terminal") == 0)
    be(STDOUT_FILENO, terminal());
  if (strcmp(which, "closed") == 0)
    close(STDERR_FILENO);
  for (int i = 3; i < 16; i++) /* the pipe's other end, and what the tests were started with */
    fcntl(i, F_SETFD, FD_CLOEXEC);
}

static void look(const char *which) {
  if (strcmp(which, "files") == 0) {
    CHECK(!ksi_may_await_input(ANY));
    CHECK(open("/proc/self/exe", O_RDONLY) >= 0 && !ksi_may_await_input(ANY));
    CHECK(pipe_for_reading() >= 0 && ksi_may_await_input(UNREAD));
  } else if (strcmp(which, "pipe") == 0) {
    CHECK(!ksi_may_await_input(UNREAD) && ksi_may_await_input(STANDARD_INPUT));
    close(STDIN_FILENO); /* another pipe in its place */
    CHECK(pipe_for_reading() == STDIN_FILENO && ksi_may_await_input(UNREAD));
  } else if (strcmp(which, "terminal") == 0) {
    CHECK(!ksi_may_await_input(STANDARD_INPUT) && ksi_may_await_input(ANY));
  } else {
    CHECK(!ksi_may_await_input(STANDARD_INPUT));
    CHECK(fifo() == STDERR_FILENO && ksi_may_await_input(UNREAD));
  }
}

static int run(const char *program, const char *which) {
  int status;
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    prepare(which);
    execl(program, program, which, (char *)NULL);
    _exit(2);
  }
  CHECK(waitpid(child, &status, 0) == child);
  if (status != 0)
    printf("with '%s': status %d\n", which, status);
  return status == 0;
}

int main(int count, char **arguments) {
  static const char *const all[] = {"files", "pipe", "terminal", "closed"};
  int are_right = 1;
  if (count > 1) {
    look(arguments[1]);
    return 0;
  }
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    are_right &= run("/proc/self/exe", all[i]);
  return !are_right;
}
