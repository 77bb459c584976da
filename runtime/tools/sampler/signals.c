/* The program lives without our signal: it can neither take it, nor block it, nor wait for it.
 *
 * Programs set handlers of all signals, block all in threads that work, and wait for all in one
 * that does not. Each of these would end the samples, and one that puts the default action back
 * would end the program with the next of them. So functions that name signals leave ours out. What
 * the program has asked for is kept: it is told so, and it is done when the signal comes from
 * somebody else. */
#define _GNU_SOURCE
#include "sampler.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/signalfd.h>
#include <unistd.h>

static int is_taken;
static struct sigaction wish; /* the program's */

/* The functions of these names behind ours. */
static struct {
  int (*sigaction)(int, const struct sigaction *, struct sigaction *);
  sighandler_t (*signal)(int, sighandler_t);
  sighandler_t (*sysv_signal)(int, sighandler_t);
  int (*sigprocmask)(int, const sigset_t *, sigset_t *);
  int (*pthread_sigmask)(int, const sigset_t *, sigset_t *);
  int (*sigwait)(const sigset_t *, int *);
  int (*sigwaitinfo)(const sigset_t *, siginfo_t *);
  int (*sigtimedwait)(const sigset_t *, siginfo_t *, const struct timespec *);
  int (*signalfd)(int, const sigset_t *, int);
} next;

/* All at once, when the library is loaded: a handler of the program may call one of them, and may
 * not look names up. */
static void find_next(void) {
  if (next.sigaction != NULL)
    return;
  next.signal = dlsym(RTLD_NEXT, "signal");
  next.sysv_signal = dlsym(RTLD_NEXT, "__sysv_signal");
  next.sigprocmask = dlsym(RTLD_NEXT, "sigprocmask");
  next.pthread_sigmask = dlsym(RTLD_NEXT, "pthread_sigmask");
  next.sigwait = dlsym(RTLD_NEXT, "sigwait");
  next.sigwaitinfo = dlsym(RTLD_NEXT, "sigwaitinfo");
  next.sigtimedwait = dlsym(RTLD_NEXT, "sigtimedwait");
  next.signalfd = dlsym(RTLD_NEXT, "signalfd");
  next.sigaction = dlsym(RTLD_NEXT, "sigaction");
}

/* The set without our signal; a copy in `room` if it has it. */
static const sigset_t *without_ours(const sigset_t *set, sigset_t *room) {
  if (!is_taken || set == NULL || sigismember(set, SAMPLER_SIGNAL) != 1)
    return set;
  *room = *set;
  sigdelset(room, SAMPLER_SIGNAL);
  return room;
}

int sampler_take_signal(void (*handler)(int, siginfo_t *, void *)) {
  struct sigaction action = {.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
  action.sa_sigaction = handler;
  find_next();
  sigfillset(&action.sa_mask);
  if (next.sigaction(SAMPLER_SIGNAL, &action, &wish) != 0)
    return -1;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SAMPLER_SIGNAL);
  next.pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  is_taken = 1;
  return 0;
}

void sampler_pass_signal(int signal, siginfo_t *info, void *context) {
  if (wish.sa_flags & SA_SIGINFO)
    wish.sa_sigaction(signal, info, context);
  else if (wish.sa_handler == SIG_DFL) { /* ends the process when the handler returns */
    next.sigaction(signal, &wish, NULL);
    raise(signal);
  } else if (wish.sa_handler != SIG_IGN)
    wish.sa_handler(signal);
}

static int note_wish(const struct sigaction *action, struct sigaction *before) {
  const struct sigaction old = wish;
  if (action != NULL)
    wish = *action;
  if (before != NULL)
    *before = old;
  return 0;
}

SAMPLER_PUBLIC int sigaction(int signal, const struct sigaction *restrict action,
                             struct sigaction *restrict before) {
  find_next();
  return is_taken && signal == SAMPLER_SIGNAL ? note_wish(action, before)
                                              : next.sigaction(signal, action, before);
}

static sighandler_t note_handler(sighandler_t handler, int flags) {
  struct sigaction action = {.sa_flags = flags}, before;
  action.sa_handler = handler;
  note_wish(&action, &before);
  return before.sa_handler;
}

SAMPLER_PUBLIC sighandler_t signal(int signal, sighandler_t handler) {
  find_next();
  return is_taken && signal == SAMPLER_SIGNAL ? note_handler(handler, SA_RESTART)
                                              : next.signal(signal, handler);
}

/* signal() of programs that are compiled as ISO C or for System V. */
SAMPLER_PUBLIC sighandler_t __sysv_signal(int signal, sighandler_t handler) {
  find_next();
  return is_taken && signal == SAMPLER_SIGNAL ? note_handler(handler, (int)SA_RESETHAND)
                                              : next.sysv_signal(signal, handler);
}

SAMPLER_PUBLIC int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict before) {
  find_next();
  sigset_t room;
  return next.sigprocmask(how, how == SIG_UNBLOCK ? set : without_ours(set, &room), before);
}

SAMPLER_PUBLIC int pthread_sigmask(int how, const sigset_t *restrict set,
                                   sigset_t *restrict before) {
  find_next();
  sigset_t room;
  return next.pthread_sigmask(how, how == SIG_UNBLOCK ? set : without_ours(set, &room), before);
}

SAMPLER_PUBLIC int sigwait(const sigset_t *restrict set, int *restrict signal) {
  find_next();
  sigset_t room;
  return next.sigwait(without_ours(set, &room), signal);
}

SAMPLER_PUBLIC int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info) {
  find_next();
  sigset_t room;
  return next.sigwaitinfo(without_ours(set, &room), info);
}

SAMPLER_PUBLIC int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info,
                                const struct timespec *restrict timeout) {
  find_next();
  sigset_t room;
  return next.sigtimedwait(without_ours(set, &room), info, timeout);
}

SAMPLER_PUBLIC int signalfd(int file, const sigset_t *set, int flags) {
  find_next();
  sigset_t room;
  return next.signalfd(file, without_ours(set, &room), flags);
}
