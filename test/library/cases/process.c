/* The environment, the process, users, parts of paths, sets of signals, messages about errno. */
#define _GNU_SOURCE
#include "../logger.h"

#include <err.h>
#include <errno.h>
#include <grp.h>
#include <libgen.h>
#include <pwd.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <unistd.h>

/* --- The environment and the process. */

CASE(getenv) {
  POINTER(getenv(text(0, "LOGGER_WORD")));
  NUMBER(getenv("LOGGER_WORD")[0]);
}
CASE(secure_getenv) {
  POINTER(secure_getenv(text(0, "LOGGER_WORD")));
  NUMBER(secure_getenv("LOGGER_WORD")[0]);
}
CASE(setenv) {
  static char *own[] = {NULL};
  environ = own;
  char *name = text(0, "LOGGER_OTHER"), *value = text(1, "other");
  NUMBER(setenv(name, value, 1));
  NUMBER(setenv(text(0, "a=b"), value, 1));
}
CASE(unsetenv) {
  NUMBER(unsetenv(text(0, "LOGGER_WORD")));
  NUMBER(unsetenv(text(0, "a=b")));
}
#define ASK(function)                                                                              \
  CASE(function) { NUMBER(function() >= 0); }
ASK(getpid);
ASK(getppid);
ASK(getuid);
ASK(geteuid);
ASK(getgid);
ASK(getegid);
ASK(getpgrp);
ASK(getpagesize);
ASK(getdtablesize);
CASE(setuid) { NUMBER(setuid(getuid())); }
CASE(setgid) { NUMBER(setgid(getgid())); }
CASE(seteuid) { NUMBER(seteuid(geteuid())); }
CASE(setegid) { NUMBER(setegid(getegid())); }
CASE(umask) { NUMBER(umask(022)); }
CASE(sysconf) { NUMBER(sysconf(_SC_PAGESIZE)); }
CASE(get_nprocs) { NUMBER(get_nprocs()); }
CASE(getloadavg) { NUMBER(getloadavg(room(0, 24), 3)); }
CASE(nice) { NUMBER(nice(0)); }
CASE(getpriority) { NUMBER(getpriority(PRIO_PROCESS, 0)); }
CASE(setpriority) { NUMBER(setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0))); }
CASE(uname) { NUMBER(uname(room(0, sizeof(struct utsname)))); }
CASE(sysinfo) { NUMBER(sysinfo(room(0, sizeof(struct sysinfo)))); }
#define NAME_INTO(function)                                                                        \
  CASE(function) {                                                                                 \
    char *to = room(0, 100);                                                                       \
    const size_t size = count(1, 100);                                                             \
    NUMBER(function(to, size));                                                                    \
  }
NAME_INTO(gethostname);
NAME_INTO(getdomainname);

/* Passwords and groups: the root user has both everywhere. */
CASE(getpwnam) {
  POINTER_TO(sizeof(struct passwd), getpwnam(text(0, "root")));
  POINTER(getpwnam(text(0, "daemon")));
}
CASE(getgrnam) {
  POINTER_TO(sizeof(struct group), getgrnam(text(0, "root")));
  POINTER(getgrnam(text(0, "daemon")));
}
CASE(getpwuid) {
  POINTER_TO(sizeof(struct passwd), getpwuid(0));
  POINTER(getpwuid(1));
}
CASE(getgrgid) {
  POINTER_TO(sizeof(struct group), getgrgid(0));
  POINTER(getgrgid(1));
}
CASE(getlogin) { POINTER(getlogin()); }

/* Names of files: the parts of a path. */
CASE(dirname) {
  POINTER_TO(1, dirname(text(0, "a/path/to/here/")));
  POINTER_TO(1, dirname(text(0, "plain")));
}
CASE(__xpg_basename) {
  POINTER_TO(1, __xpg_basename(text(0, "a/path/to/here/")));
  POINTER_TO(1, __xpg_basename(text(0, "")));
}
#undef basename
extern char *basename(const char *);
CASE(basename) { POINTER(basename(text(0, "a/path/to/here"))); }

/* --- Sets of signals, and messages about errno. */

CASE(sigemptyset) { NUMBER(sigemptyset(room(0, sizeof(sigset_t)))); }
CASE(sigfillset) { NUMBER(sigfillset(room(0, sizeof(sigset_t)))); }
static sigset_t noSignals;
CASE(sigaddset) { NUMBER(sigaddset(bytes(0, &noSignals, sizeof noSignals), SIGINT)); }
CASE(sigdelset) { NUMBER(sigdelset(bytes(0, &noSignals, sizeof noSignals), SIGINT)); }
CASE(sigismember) { NUMBER(sigismember(bytes(0, &noSignals, sizeof noSignals), SIGINT)); }
CASE(perror) { NOTHING((perror(text(0, "message")), 0)); }
CASE(warn) {
  char *format = text(0, "%s"), *word = text(1, "word");
  NOTHING((warn(format, word), 0));
}
CASE(warnx) {
  char *format = text(0, "%s"), *word = text(1, "word");
  NOTHING((warnx(format, word), 0));
}
#define LISTED(function)                                                                           \
  static void pass_##function(const char *format, ...) {                                           \
    va_list list;                                                                                  \
    va_start(list, format);                                                                        \
    function(format, list);                                                                        \
    va_end(list);                                                                                  \
  }                                                                                                \
  CASE(function) {                                                                                 \
    char *format = text(0, "%d");                                                                  \
    NOTHING((pass_##function(format, 3), 0));                                                      \
  }
LISTED(vwarn);
LISTED(vwarnx);
