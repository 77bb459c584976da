/* Which open descriptors may make a program wait for somebody, read what it writes itself, or write
 * out lines when it reads (streams.c). Each case is a process of its own: `prepare` sets the descriptors that it begins
 * with, then it runs this program anew.
 */
#define _GNU_SOURCE
#include "../../runtime/os/os.h"
#include "check.h"

#include <fcntl.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/socket.h>
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

static int terminal = -1; /* its master side stays open in the first process */

static void open_terminal(void) {
  const int master = posix_openpt(O_RDWR | O_NOCTTY);
  CHECK(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
  terminal = open(ptsname(master), O_RDWR | O_NOCTTY);
  CHECK(terminal >= 0);
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
    be(STDOUT_FILENO, dup(terminal));
  if (strcmp(which, "prompt") == 0) {
    be(STDOUT_FILENO, dup(terminal));
    be(STDIN_FILENO, dup(terminal));
  }
  if (strcmp(which, "closed") == 0)
    close(STDERR_FILENO);
  for (int i = 3; i < 16; i++) /* the pipe's other end, and what the tests were started with */
    fcntl(i, F_SETFD, FD_CLOEXEC);
}

/* Opened in this process; `reads` says what is to be found then. */
static void check_and_close(int opened, int reads) {
  CHECK(opened >= 0 && ksi_reads_what_it_writes() == reads);
  close(opened);
}

static void look_at_pipes(void) {
  int ends[2];
  CHECK(!ksi_reads_what_it_writes() && pipe(ends) == 0 && ksi_reads_what_it_writes());
  const int copy = dup(ends[1]); /* two for writing do not matter, as with 2>&1 */
  close(ends[0]);
  CHECK(copy >= 0 && !ksi_reads_what_it_writes());
  close(ends[1]);
  close(copy);
  CHECK(pipe(ends) == 0);
  close(ends[1]);
  check_and_close(ends[0], 0);
  check_and_close(fifo(), 1);
}

/* To a socket with a name that the kernel chooses; it is the socket's own peer. */
static void be_connected_to(int descriptor, int named) {
  struct sockaddr_storage name = {.ss_family = AF_UNIX};
  socklen_t size = sizeof name;
  CHECK(bind(named, (struct sockaddr *)&name, sizeof(sa_family_t)) == 0);
  CHECK(getsockname(named, (struct sockaddr *)&name, &size) == 0);
  CHECK(connect(descriptor, (struct sockaddr *)&name, size) == 0);
}

static void look_at_sockets(void) {
  int ends[2];
  CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0 && ksi_reads_what_it_writes());
  const pid_t other_end = fork();
  CHECK(other_end >= 0);
  if (other_end == 0) {
    close(ends[0]);
    _exit(read(ends[1], ends, 1) != 0); /* until the parent has closed its end */
  }
  close(ends[1]);
  const int copy = dup(ends[0]);
  CHECK(copy >= 0 && !ksi_reads_what_it_writes());
  close(copy);
  close(ends[0]);
  CHECK(waitpid(other_end, NULL, 0) == other_end);
  const int listening = socket(AF_UNIX, SOCK_STREAM, 0);
  CHECK(listening >= 0 && listen(listening, 1) != 0); /* it has no name yet */
  check_and_close(listening, 1);
  const int own_peer = socket(AF_UNIX, SOCK_DGRAM, 0);
  CHECK(own_peer >= 0);
  be_connected_to(own_peer, own_peer);
  check_and_close(own_peer, 1);
}

static void look_at_listening(void) {
  struct sockaddr_storage name = {.ss_family = AF_UNIX};
  const int listening = socket(AF_UNIX, SOCK_STREAM, 0);
  CHECK(listening >= 0 && bind(listening, (struct sockaddr *)&name, sizeof(sa_family_t)) == 0);
  CHECK(listen(listening, 1) == 0);
  check_and_close(listening, 0);
}

static void look_at_objects(void) {
  check_and_close(eventfd(0, 0), 1);
  check_and_close(inotify_init(), 1);
  check_and_close(epoll_create(1), 0);
  check_and_close(posix_openpt(O_RDWR | O_NOCTTY), 1);
}

static void look_at_own(void) {
  look_at_pipes();
  look_at_sockets();
  look_at_listening();
  look_at_objects();
}

/* Which input has lines of standard output written out. */
static void look_at_prompts(void) {
  CHECK(ksi_writes_before_it_reads(STANDARD_INPUT) && !ksi_writes_before_it_reads(UNREAD));
  CHECK(pipe_for_reading() > STDERR_FILENO && ksi_writes_before_it_reads(UNREAD));
  setvbuf(stdout, NULL, _IOFBF, BUFSIZ);
  CHECK(!ksi_writes_before_it_reads(STANDARD_INPUT));
}

static void look_at_buffers(void) {
  CHECK(!ksi_writes_before_it_reads(ANY));
  setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
  CHECK(!ksi_writes_before_it_reads(STANDARD_INPUT) && ksi_writes_before_it_reads(ANY));
  setvbuf(stdin, NULL, _IONBF, 0);
  CHECK(!ksi_writes_before_it_reads(UNREAD) && ksi_writes_before_it_reads(STANDARD_INPUT));
  setvbuf(stdin, NULL, _IOLBF, BUFSIZ);
  CHECK(ksi_writes_before_it_reads(STANDARD_INPUT));
}

static void look(const char *which) {
  if (strcmp(which, "files") == 0) {
    CHECK(!ksi_may_await_input(ANY));
    CHECK(open("/proc/self/exe", O_RDONLY) >= 0 && !ksi_may_await_input(ANY));
    CHECK(pipe_for_reading() >= 0 && ksi_may_await_input(UNREAD));
  } else if (strcmp(which, "pipe") == 0) {
    CHECK(!ksi_may_await_input(UNREAD) && ksi_may_await_input(STANDARD_INPUT));
    look_at_buffers();
    close(STDIN_FILENO); /* another pipe in its place */
    CHECK(pipe_for_reading() == STDIN_FILENO && ksi_may_await_input(UNREAD));
  } else if (strcmp(which, "own") == 0) {
    look_at_own();
  } else if (strcmp(which, "terminal") == 0) {
    CHECK(!ksi_may_await_input(STANDARD_INPUT) && ksi_may_await_input(ANY));
    CHECK(!ksi_writes_before_it_reads(STANDARD_INPUT) && ksi_writes_before_it_reads(ANY));
  } else if (strcmp(which, "prompt") == 0) {
    look_at_prompts();
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
  static const char *const all[] = {"files", "pipe", "terminal", "prompt", "closed", "own"};
  int are_right = 1;
  if (count > 1) {
    look(arguments[1]);
    return 0;
  }
  open_terminal();
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    are_right &= run("/proc/self/exe", all[i]);
  return !are_right;
}
