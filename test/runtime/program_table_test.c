/* The programs with teams on a machine: who is seen, who is struck out, and what is refused.
 * runtime/sharing/program_table.c in processes of the test's own, under a root of its own, on a clock and with
 * processor times that the test sets. */
#define _GNU_SOURCE
#include "../../runtime/os/os.h"
#include "../../runtime/os/os.h"
#include "../../runtime/sharing/program_table.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK_END _exit(99)
#include "check.h"

#define MS UINT64_C(1000000)
enum { CORES = 8, PLACES = 64 };

static char folder[] = "/tmp/kasuri-programs-XXXXXX";
static uint64_t now = 5000 * MS;

/* What the next looks find out about one process. Its nice value is told as the difference to that
 * of the test, which may have been started with any. */
static int told_number;
static uint64_t told_used_ns;
static int told_more_nice, told_ready;
ksi_life __real_ksi_look_at_process(int number, uint32_t start);
ksi_life __wrap_ksi_look_at_process(int number, uint32_t start);
ksi_life __wrap_ksi_look_at_process(int number, uint32_t start) {
  ksi_life life = __real_ksi_look_at_process(number, start);
  life.used_ns = life.is_alive && number == told_number ? told_used_ns : life.used_ns;
  life.is_ready = life.is_alive && number == told_number ? told_ready : life.is_ready;
  life.nice += life.is_alive && number == told_number ? told_more_nice : 0;
  return life;
}

static ksi_coreset all_cores(void) {
  ksi_coreset all = {{0}};
  for (int core = 0; core < CORES; core++)
    ksi_add_core(&all, core);
  return all;
}

static ksi_program_table *join(void) {
  const ksi_coreset all = all_cores();
  return ksi_join_program_table(&all, CORES);
}

/* Cores of this process now; 0: its share is not another than before. */
static int look(ksi_program_table *programs, ksi_part *part) {
  const int is_other = ksi_look_at_program_table(programs, now, part);
  CHECK(!is_other || part->workers > 0);
  return is_other ? part->workers : 0;
}

static int look_for(ksi_program_table *programs, int ms) {
  ksi_part part;
  now += MS * (uint64_t)ms;
  return look(programs, &part);
}

/* A child that has entered the table and runs `life` in it. */
static pid_t enter_child(void (*life)(ksi_program_table *)) {
  int ready[2];
  char word = 0;
  CHECK(pipe(ready) == 0);
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    ksi_forget_program_table();
    ksi_program_table *programs = join();
    CHECK(programs != NULL && write(ready[1], "x", 1) == 1);
    if (life != NULL)
      life(programs);
    for (;;)
      pause();
  }
  close(ready[1]);
  CHECK(read(ready[0], &word, 1) == 1);
  close(ready[0]);
  return child;
}

static int end_of(pid_t child) {
  int status;
  CHECK(waitpid(child, &status, 0) == child);
  return status;
}

static void kill_child(pid_t child) {
  kill(child, SIGKILL);
  CHECK(WIFSIGNALED(end_of(child)));
}

static void leave_in_order(ksi_program_table *programs) {
  (void)programs;
  int signal;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, NULL);
  sigwait(&set, &signal);
  exit(0);
}

static void two_divide_the_cores(void) {
  ksi_program_table *programs = join();
  ksi_part part;
  CHECK(programs != NULL && look_for(programs, 1) == 0); /* alone: as before */
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, NULL); /* for the child */
  const pid_t other = enter_child(leave_in_order);
  CHECK(ksi_has_program_table_changed(programs) && look(programs, &part) == CORES / 2);
  CHECK(ksi_count_cores(&part.cores) == CORES / 2 && !ksi_has_program_table_changed(programs));
  kill(other, SIGUSR1);
  CHECK(end_of(other) == 0);
  CHECK(ksi_has_program_table_changed(programs) && look(programs, &part) == CORES); /* at once */
  const ksi_coreset all = all_cores();
  CHECK(ksi_are_same_cores(&part.cores, &all));
}

static void the_killed_are_struck_out(void) {
  ksi_program_table *programs = join();
  const pid_t other = enter_child(NULL);
  CHECK(look_for(programs, 1) == CORES / 2);
  kill(other, SIGKILL);
  siginfo_t unused; /* it stays a zombie */
  CHECK(waitid(P_PID, (id_t)other, &unused, WEXITED | WNOWAIT) == 0);
  CHECK(!ksi_has_program_table_changed(programs) && look_for(programs, 50) == 0);
  CHECK(look_for(programs, 100) == CORES);
  end_of(other);
}

/* What counts is what a process does. */
static void the_idle_want_nothing(void) {
  ksi_program_table *programs = join();
  const pid_t other = told_number = enter_child(NULL);
  told_used_ns = 0;
  CHECK(look_for(programs, 1) == CORES / 2);
  told_used_ns += 100 * MS; /* it computes */
  CHECK(look_for(programs, 100) == 0);
  told_ready = 1;
  CHECK(look_for(programs, 100) == 0); /* it gets no core, since others have them all */
  told_ready = 0;
  CHECK(look_for(programs, 100) == CORES); /* it sleeps */
  told_used_ns += 100 * MS;
  CHECK(look_for(programs, 100) == CORES / 2); /* it is back */
  for (int i = 0; i < 20; i++) {               /* it computes, but runs no layer */
    told_used_ns += 100 * MS;
    look_for(programs, 100);
  }
  told_used_ns += 300 * MS;
  CHECK(look_for(programs, 100) == CORES - 3); /* a layer that takes long */
  told_used_ns += 100 * MS;
  CHECK(look_for(programs, 100) == CORES - 1);
  told_more_nice = 19; /* it has to take what is left */
  told_used_ns += 100 * MS;
  CHECK(look_for(programs, 100) == CORES);
  told_number = told_more_nice = 0;
  kill_child(other);
}

/* One end of these is the child's: it runs a layer for each word and sends the word back. */
static int words[2];

static void show_need_when_told(ksi_program_table *programs) {
  char word;
  while (read(words[1], &word, 1) == 1) {
    ksi_show_need(programs);
    CHECK(write(words[1], &word, 1) == 1);
  }
}

static void layers_are_seen(void) {
  char word = 'x';
  CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, words) == 0);
  ksi_program_table *programs = join();
  const pid_t other = told_number = enter_child(show_need_when_told);
  told_used_ns = 0;
  CHECK(look_for(programs, 1) == CORES / 2);
  for (int i = 0; i < 30; i++) {
    CHECK(write(words[0], &word, 1) == 1 && read(words[0], &word, 1) == 1);
    told_used_ns += 100 * MS;
    CHECK(look_for(programs, 100) == 0);
  }
  told_number = 0;
  kill_child(other);
}

static void more_programs_than_cores(void) {
  pid_t other[CORES];
  ksi_program_table *programs = join();
  ksi_part part;
  for (int i = 0; i < CORES; i++)
    other[i] = enter_child(NULL);
  now += MS;
  CHECK(look(programs, &part) == 1);
  for (int i = 0; i < CORES; i++)
    kill_child(other[i]);
  CHECK(look_for(programs, 200) > 1);
}

/* Places of the dead are taken by who comes, and if all have living owners there is none left. */
static void places_are_found_again(void) {
  pid_t other[PLACES];
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < PLACES; i++)
      other[i] = enter_child(NULL);
    const pid_t late = fork();
    CHECK(late >= 0);
    if (late == 0) {
      errno = 0;
      CHECK(join() == NULL && errno == 0);
      _exit(0);
    }
    CHECK(end_of(late) == 0);
    for (int i = 0; i < PLACES; i++)
      kill_child(other[i]);
  }
  CHECK(join() != NULL);
}

/* A program that executes another one keeps its number and its start. */
static void exec_keeps_the_place(void) {
  const ksi_process own = ksi_this_process();
  ksi_program_table *programs = join();
  CHECK(own.start != 0 && programs != NULL);
  ksi_forget_program_table(); /* as exec does: nothing is written */
  programs = join();
  ksi_part part;
  CHECK(programs != NULL && look(programs, &part) == 0); /* no second self */
}

static void come_and_go(ksi_program_table *programs) {
  unsigned seed = (unsigned)getpid();
  ksi_part part;
  for (;;) {
    now += MS * (uint64_t)(rand_r(&seed) % 100);
    ksi_show_need(programs);
    if (ksi_look_at_program_table(programs, now, &part))
      CHECK(part.workers >= 1 && part.workers <= CORES && ksi_count_cores(&part.cores) <= CORES);
    if (rand_r(&seed) % 8 == 0) {
      ksi_forget_program_table();
      programs = join();
      CHECK(programs != NULL);
    }
  }
}

/* Killed at any moment they leave nothing that does harm. */
static void a_storm_of_deaths(void) {
  ksi_program_table *programs = join();
  unsigned seed = 7;
  for (int round = 0; round < 40; round++) {
    pid_t other[4];
    for (int i = 0; i < 4; i++)
      other[i] = enter_child(come_and_go);
    usleep(rand_r(&seed) % 3000);
    look_for(programs, 10);
    for (int i = 0; i < 4; i++)
      kill_child(other[i]);
  }
  ksi_part part;
  for (int i = 0; i < 3; i++)
    look_for(programs, 200);
  const pid_t other = enter_child(NULL);
  CHECK(look_for(programs, 1) == CORES / 2); /* nobody but these two is there */
  kill_child(other);
  now += 200 * MS;
  CHECK(look(programs, &part) == CORES);
}

static void name_file(char *path, size_t size) {
  snprintf(path, size, "%s/dev/shm/kasuri-%u-v1-%llu", folder, ksi_user(),
           (unsigned long long)ksi_process_namespace());
}

/* What stands at the file's place is not used, nor changed. */
static void refuse(const char *what) {
  errno = 0;
  if (join() != NULL || errno != 0) {
    fprintf(stderr, "%s: not refused\n", what);
    CHECK(0);
  }
}

static void what_is_not_ours_is_refused(void) {
  char path[256], other[300];
  name_file(path, sizeof path);
  snprintf(other, sizeof other, "%s.other", path);
  int file = open(path, O_RDWR | O_CREAT, 0644);
  CHECK(file >= 0 && fchmod(file, 0644) == 0);
  refuse("a file that others may read");
  CHECK(fchmod(file, 0600) == 0 && link(path, other) == 0);
  refuse("a file with another name");
  CHECK(unlink(path) == 0 && symlink(other, path) == 0);
  refuse("a symbolic link");
  CHECK(unlink(path) == 0 && mkdir(path, 0700) == 0);
  refuse("a folder");
  CHECK(rmdir(path) == 0 && mkfifo(path, 0600) == 0);
  refuse("a pipe");
  CHECK(unlink(path) == 0 && rename(other, path) == 0);
  if (geteuid() == 0) {
    CHECK(fchown(file, 12345, (gid_t)-1) == 0);
    refuse("another user's file");
    CHECK(fchown(file, 0, (gid_t)-1) == 0);
  } else
    puts("another user's file: skipped, only root can make one");
  CHECK(pwrite(file, "something else", 14, 0) == 14);
  refuse("another layout");
  close(file);
  CHECK(unlink(path) == 0);
}

static void without_room_there_is_none(void) {
  const struct rlimit small = {4096, RLIM_INFINITY}, none = {0, RLIM_INFINITY};
  struct rlimit files;
  CHECK(setrlimit(RLIMIT_FSIZE, &small) == 0);
  refuse("a limit on file sizes");
  CHECK(getrlimit(RLIMIT_NOFILE, &files) == 0 &&
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY}) == 0);
  CHECK(setrlimit(RLIMIT_NOFILE, &(struct rlimit){none.rlim_cur, files.rlim_max}) == 0);
  refuse("no descriptor left");
  CHECK(setrlimit(RLIMIT_NOFILE, &files) == 0);
  char path[256];
  snprintf(path, sizeof path, "%s/dev/shm", folder);
  char name[300];
  name_file(name, sizeof name);
  unlink(name);
  CHECK(rmdir(path) == 0);
  refuse("no /dev/shm");
}

/* It is closed at once: no descriptor stays that the program could close or hand on. */
static void no_file_stays_open(void) {
  struct stat about;
  int before = 0, after = 0;
  for (int file = 0; file < 256; file++)
    before += fstat(file, &about) == 0;
  CHECK(join() != NULL);
  for (int file = 0; file < 256; file++)
    after += fstat(file, &about) == 0;
  CHECK(before == after);
}

/* Each in a process and a folder of its own. */
static void run_case(void (*one)(void)) {
  char command[300];
  CHECK(mkdtemp(folder) != NULL);
  snprintf(command, sizeof command, "mkdir -p %s/dev/shm", folder);
  CHECK(system(command) == 0);
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    ksi_set_root(folder);
    one();
    _exit(0);
  }
  const int status = end_of(child);
  snprintf(command, sizeof command, "rm -r %s", folder);
  CHECK(system(command) == 0 && status == 0);
  strcpy(strrchr(folder, '-'), "-XXXXXX");
}

int main(void) {
  run_case(two_divide_the_cores);
  run_case(the_killed_are_struck_out);
  run_case(the_idle_want_nothing);
  run_case(layers_are_seen);
  run_case(more_programs_than_cores);
  run_case(places_are_found_again);
  run_case(exec_keeps_the_place);
  run_case(a_storm_of_deaths);
  run_case(what_is_not_ours_is_refused);
  run_case(without_room_there_is_none);
  run_case(no_file_stays_open);
  return 0;
}
