/* ks-exclusive COMMAND...: runs any program on exclusive cores.
 *
 * It stays outside, on the other cores, and forwards the signals that it gets. So it can restore
 * everything before it ends with the command's own status. If it is killed, the keeper restores,
 * and the command continues without exclusive cores.
 *
 * Isolated cores have no load balancing: threads that do not pin themselves would all stay on one
 * core. So several cores are balanced among themselves unless an option says otherwise; a single
 * core is isolated.
 */
#define _GNU_SOURCE
#include "../../exclusive/exclusive.h"
#include "../../exclusive/recover.h"
#include "../common/version.h"
#include "others.h"

#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RESTORE_WAIT_MS = 5000 };
enum { WRONG_USAGE = 2, NOT_GRANTED = 125, NOT_EXECUTABLE = 126, NOT_FOUND = 127, SIGNALLED = 128 };

static const char help[] =
    "usage: ks-exclusive [options] COMMAND [argument...]\n"
    "       ks-exclusive --status | --restore\n"
    "\n"
    "Runs the command on cores that no other program uses. The cores get their own control group\n"
    "(version 2: an isolated partition; version 1: an exclusive cpuset, with all other tasks "
    "moved\n"
    "away). Interrupts and unbound kernel work are moved to other cores. One core always remains "
    "for\n"
    "the system. Everything is restored when the command ends, also after a crash of "
    "ks-exclusive.\n"
    "Without permission the command is only pinned, and a line on stderr says which permission is\n"
    "missing.\n"
    "\n"
    "  -n, --count=N       take N cores (default: all but one), the fastest first\n"
    "  -c, --cores=LIST    take these cores, such as 2-3,5\n"
    "      --isolated      without load balancing among the cores: for programs that pin their "
    "threads\n"
    "      --balanced      with load balancing (default for more than one core)\n"
    "      --within=SET    create the control group inside SET (default: the nearest possible "
    "one)\n"
    "      --strict        do not run the command if the cores are not available (status 125)\n"
    "      --dry-run       print the changes without making them or running the command\n"
    "      --status        list the programs that have exclusive cores and their changes\n"
    "      --restore       undo the changes of programs that no longer run; as root, also those "
    "of\n"
    "                      other users' programs, with their permissions\n"
    "      --help          print this text\n"
    "      --version       print the version and build information\n"
    "\n"
    "The exit status is that of the command; 125: not granted (--strict), 126: not executable,\n"
    "127: not found, 2: wrong usage. KASURI_ROOT=FOLDER is the root of all system paths.\n";

typedef struct options {
  ksi_request request;
  int is_strict, is_dry, is_status, is_restore;
  int balance; /* 1, 0, or -1: depends on the number of cores */
} options;

static void fail(const char *format, const char *what) {
  ksi_say(format, what);
  exit(WRONG_USAGE);
}

static int parse_count(const char *text) {
  char *end = NULL;
  long count = strtol(text, &end, 10);
  if (*text == '\0' || *end != '\0' || count < 1 || count > KSI_MOST_CORES)
    fail("ks-exclusive: '%s' is not a number of cores", text);
  return (int)count;
}

static void parse_list(const char *text, ksi_coreset *cores) {
  if (!ksi_parse_cores(text, cores) || ksi_count_cores(cores) == 0)
    fail("ks-exclusive: '%s' is not a list of cores", text);
}

static void parse_options(int count, char **arguments, options *chosen) {
  enum { ISOLATED = 256, BALANCED, WITHIN, STRICT, DRY, STATUS, RESTORE, HELP, VERSION };
  static const struct option known[] = {
      {"count", required_argument, NULL, 'n'},     {"cores", required_argument, NULL, 'c'},
      {"isolated", no_argument, NULL, ISOLATED},   {"balanced", no_argument, NULL, BALANCED},
      {"within", required_argument, NULL, WITHIN}, {"strict", no_argument, NULL, STRICT},
      {"dry-run", no_argument, NULL, DRY},         {"status", no_argument, NULL, STATUS},
      {"restore", no_argument, NULL, RESTORE},     {"help", no_argument, NULL, HELP},
      {"version", no_argument, NULL, VERSION},     {0}};
  for (int option; (option = getopt_long(count, arguments, "+n:c:", known, NULL)) != -1;)
    switch (option) {
    case 'n':
      chosen->request.count = parse_count(optarg);
      break;
    case 'c':
      parse_list(optarg, &chosen->request.cores);
      break;
    case ISOLATED:
      chosen->balance = 0;
      break;
    case BALANCED:
      chosen->balance = 1;
      break;
    case WITHIN:
      chosen->request.within = optarg;
      break;
    case STRICT:
      chosen->is_strict = 1;
      break;
    case DRY:
      chosen->is_dry = 1;
      break;
    case STATUS:
      chosen->is_status = 1;
      break;
    case RESTORE:
      chosen->is_restore = 1;
      break;
    case HELP:
      fputs(help, stdout);
      exit(0);
    case VERSION:
      print_version("ks-exclusive", "none");
      exit(0);
    default:
      exit(WRONG_USAGE);
    }
}

static ksi_journal *get_journal(int is_to_change) {
  int problem;
  ksi_journal *journal = is_to_change ? ksi_open_journal(&problem) : ksi_look_at_journal(&problem);
  if (journal == NULL) {
    ksi_say("ks-exclusive: cannot read the journal: %s", strerror(problem));
    exit(1);
  }
  return journal;
}

static void print_owner(const ksi_journal *journal, int place) {
  const ksi_owner *owner = &journal->owner[place];
  char cores[KSI_VALUE_BYTES];
  ksi_print_cores(&owner->cores, cores, sizeof cores);
  printf("process %d, %s: cores %s\n", owner->process.number,
         ksi_is_alive(owner->process) ? "alive" : "ended", cores);
  for (int i = 0; i < journal->changes; i++) {
    const ksi_change *change = &journal->change[i];
    if ((change->owners >> place & 1) != 0 && change->kind == KSI_SET)
      printf("  %s\n", change->path);
    else if ((change->owners >> place & 1) != 0)
      printf("  %s: %s, was %s\n", change->path, change->next, change->before);
  }
}

static int show_status(void) {
  ksi_journal *journal = get_journal(0);
  if (ksi_all_owners(journal) == 0)
    puts("no program has exclusive cores");
  for (int place = 0; place < KSI_MOST_OWNERS; place++)
    if (journal->owner[place].process.number != 0)
      print_owner(journal, place);
  ksi_close_journal(journal);
  return 0;
}

static int restore_dead(void) {
  ksi_recovered sum = ksi_recover(RESTORE_WAIT_MS);
  recover_for_others(&sum);
  printf("restored the changes of %d ended program%s\n", sum.undone, sum.undone == 1 ? "" : "s");
  if (sum.discarded > 0)
    puts("discarded a journal from before the system's start");
  if (sum.left > 0)
    ksi_say("ks-exclusive: could not restore the changes of %d, see --status", sum.left);
  if (sum.refused > 0)
    ksi_say("ks-exclusive: cannot read the journal: it has another form, or another user can have "
            "written it");
  return sum.left > 0 || sum.refused > 0;
}

static void become_command(const ksi_grant *grant, char **command, const sigset_t *mask) {
  int problem = grant->is_exclusive ? ksi_enter_set(&grant->set, (int)getpid()) : 0;
  if (problem != 0)
    ksi_say("ks-exclusive: cannot enter %s: %s", grant->set.path.text, strerror(problem));
  if ((!grant->is_exclusive || problem != 0) && ksi_count_cores(&grant->cores) > 0)
    ksi_set_affinity(&grant->cores);
  sigprocmask(SIG_SETMASK, mask, NULL);
  execvp(*command, command);
  problem = errno;
  ksi_say("ks-exclusive: %s: %s", *command, strerror(problem));
  _exit(problem == ENOENT ? NOT_FOUND : NOT_EXECUTABLE);
}

/* Signals from the terminal also reach the command. */
static int pass_signals_on(pid_t child, const sigset_t *waited) {
  int status;
  for (;;) {
    siginfo_t signal;
    int number = sigwaitinfo(waited, &signal);
    if (number == SIGCHLD && waitpid(child, &status, WNOHANG) == child)
      return status;
    if (number > 0 && number != SIGCHLD && signal.si_code <= 0)
      kill(child, number);
  }
}

static int run(const ksi_grant *grant, char **command) {
  static const int passed[] = {SIGTERM, SIGINT,  SIGHUP,  SIGQUIT,
                               SIGUSR1, SIGUSR2, SIGALRM, SIGCHLD};
  sigset_t waited, before;
  sigemptyset(&waited);
  for (size_t i = 0; i < sizeof passed / sizeof *passed; i++)
    sigaddset(&waited, passed[i]);
  signal(SIGCHLD, SIG_DFL);
  sigprocmask(SIG_BLOCK, &waited, &before);
  pid_t child = fork();
  if (child == 0)
    become_command(grant, command, &before);
  int status = child > 0 ? pass_signals_on(child, &waited) : NOT_GRANTED << 8;
  ksi_give_back_exclusive_cores();
  if (!WIFSIGNALED(status))
    return WEXITSTATUS(status);
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none); /* the command has left one */
  signal(WTERMSIG(status), SIG_DFL);
  sigprocmask(SIG_UNBLOCK, &waited, NULL);
  raise(WTERMSIG(status));
  return SIGNALLED + WTERMSIG(status);
}

static void decide_balance(options *chosen) {
  ksi_request *request = &chosen->request;
  int cores = ksi_count_cores(&request->cores);
  ksi_coreset usable;
  if (request->count == 0)
    request->count = cores > 0 ? cores : KSI_MOST_CORES;
  if (chosen->balance < 0)
    chosen->balance =
        request->count > 1 && (ksi_get_affinity(&usable) != 0 || ksi_count_cores(&usable) > 2);
  request->is_isolated = !chosen->balance;
}

int main(int count, char **arguments) {
  static options chosen = {.balance = -1};
  static ksi_grant grant;
  parse_options(count, arguments, &chosen);
  if (chosen.is_status)
    return show_status();
  if (chosen.is_restore)
    return restore_dead();
  if (optind == count && !chosen.is_dry)
    fail("ks-exclusive: no command%s", ", see --help");
  decide_balance(&chosen);
  if (chosen.is_dry)
    ksi_only_print_changes();
  ksi_recover_at_start();
  ksi_take_exclusive_cores(&chosen.request, &grant);
  if (!grant.is_exclusive)
    ksi_say("ks-exclusive: cores are not exclusive: %s%s", grant.set.notes, ksi_advise(&grant));
  else if (grant.set.notes[0] != '\0')
    ksi_say("ks-exclusive: %s", grant.set.notes);
  if (chosen.is_dry || (!grant.is_exclusive && chosen.is_strict)) {
    ksi_give_back_exclusive_cores();
    return grant.is_exclusive ? 0 : NOT_GRANTED;
  }
  return run(&grant, arguments + optind);
}
