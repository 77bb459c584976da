/* Runs calls of library functions one by one and tells what they do to memory.
 *
 *     logger MODE [FUNCTION [BUFFER]]     prints facts about each call of the function's case
 *
 * All memory that a case prepares lies on pages of its own. In mode `log` these are closed while
 * the function runs: each access faults, is noted with its address, and is let through by one step
 * of the processor, after which the pages are closed again. So all accesses of user code are seen,
 * also those of assembly. The kernel's are not: it answers EFAULT. For these, `closed` and `fixed`
 * close one buffer, or keep it from being written, and the caller sees whether the call still
 * works. `plain`, `other` leave all open and fill rooms differently: what is written is found by
 * comparing, what is surely written is the same in both, and what differs elsewhere was made from
 * what was read. `locale` and `zone` are `plain` in another locale and another environment.
 *
 * x86-64 Linux only: the trap flag is the processor's.
 */
#define _GNU_SOURCE
#include "logger.h"
#include "variables.h"

#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

enum { PAGE = 4096, SENTINEL = 4242, MOST_CASES = 900, MOST_EVENTS = 4096, TRAP_FLAG = 0x100 };

typedef struct {
  int argument;
  char *pages; /* two; the memory ends where the second begins */
  char *memory, before[PAGE];
  size_t size;
  int isRoom;
  unsigned char isStored[PAGE]; /* the call under way began a store here */
} buffer;

typedef struct {
  int buffer, isWrite;
  long offset;
} event;

static struct {
  const char *name;
  case_function run;
} cases[MOST_CASES];
static int caseCount;
static buffer buffers[MOST_BUFFERS + 1]; /* the last one is none */
static volatile int bufferCount, eventCount, isActive;
static event events[MOST_EVENTS];
static const char *mode = "plain";
static int chosen = -1, isLogging;
static FILE *facts;
static const void *lastResult;
static size_t lastSize;
static char lastBytes[512];

void add_case(const char *name, case_function run) {
  cases[caseCount].name = name;
  cases[caseCount++].run = run;
}

/* --- Memory. */

static void protect(const buffer *each, int how) { mprotect(each->pages, PAGE, how); }

static void watch(const buffer *each) {
  if (isLogging)
    protect(each, PROT_NONE);
  else if (each == &buffers[chosen < 0 ? MOST_BUFFERS : chosen])
    protect(each, strcmp(mode, "fixed") == 0 ? PROT_READ : PROT_NONE);
}

static buffer *new_buffer(int argument, size_t size) {
  if (bufferCount == MOST_BUFFERS || size > PAGE)
    abort();
  buffer *made = &buffers[bufferCount];
  made->argument = argument;
  made->size = size;
  made->pages = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(made->pages + PAGE, PAGE, PROT_NONE);
  made->memory = made->pages + (PAGE - size) / 16 * 16;
  ++bufferCount;
  return made;
}

/* It holds what the call is to find. In a call, whose arguments are made then, it is watched now.
 */
static void *finish(buffer *made) {
  memcpy(made->before, made->memory, made->size);
  if (isActive)
    watch(made);
  return made->memory;
}

void *bytes(int argument, const void *data, size_t size) {
  buffer *made = new_buffer(argument, size);
  memcpy(made->memory, data, size);
  return finish(made);
}

char *text(int argument, const char *characters) {
  return bytes(argument, characters, strlen(characters) + 1);
}

void *room(int argument, size_t size) {
  buffer *made = new_buffer(argument, size);
  made->isRoom = 1;
  memset(made->memory, strcmp(mode, "other") == 0 ? 0xa5 : 0x5a, size);
  return finish(made);
}

static buffer *buffer_at(const void *address) {
  for (int i = 0; i < bufferCount; ++i) {
    const char *pages = buffers[i].pages;
    if ((const char *)address >= pages && (const char *)address < pages + PAGE)
      return &buffers[i];
  }
  return NULL;
}

void keep(const void *memory) { buffer_at(memory)->argument = KEPT; }

size_t count(int argument, size_t value) {
  fprintf(facts, "count %d %zu\n", argument, value);
  return value;
}

/* --- The logger. */

/* It looks at what it has written itself. */
static int is_its_own(const buffer *each, long offset) {
  return offset >= 0 && (size_t)offset < each->size &&
         (each->isStored[offset] || each->memory[offset] != each->before[offset]);
}

static void on_fault(int signal, siginfo_t *info, void *context) {
  ucontext_t *machine = context;
  buffer *touched = isActive && isLogging ? buffer_at(info->si_addr) : NULL;
  if (!touched || eventCount == MOST_EVENTS)
    _exit(signal == SIGSEGV ? 99 : 98);
  const int isWrite = (machine->uc_mcontext.gregs[REG_ERR] & 2) != 0;
  const long offset = (char *)info->si_addr - touched->memory;
  protect(touched, PROT_READ | PROT_WRITE);
  if (isWrite || !is_its_own(touched, offset))
    events[eventCount++] = (event){(int)(touched - buffers), isWrite, offset};
  if (isWrite && offset >= 0 && (size_t)offset < touched->size)
    touched->isStored[offset] = 1;
  machine->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
}

static void close_all(void) {
  for (int i = 0; i < bufferCount; ++i)
    protect(&buffers[i], PROT_NONE);
}

static void on_step(int signal, siginfo_t *info, void *context) {
  (void)signal;
  (void)info;
  close_all();
  ((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
}

static void catch_accesses(void) {
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_NODEFER};
  sigaction(SIGSEGV, &action, NULL);
  action.sa_sigaction = on_step;
  sigaction(SIGTRAP, &action, NULL);
}

/* --- Calls. */

void begin_call(void) {
  for (int i = 0; i < bufferCount; ++i) {
    memcpy(buffers[i].before, buffers[i].memory, buffers[i].size);
    memset(buffers[i].isStored, 0, buffers[i].size);
  }
  mark_variables();
  eventCount = 0;
  isActive = 1;
  for (int i = 0; i < bufferCount; ++i)
    watch(&buffers[i]);
  errno = SENTINEL;
}

/* Addresses differ from run to run: of those in buffers the offsets count, of other ones nothing.
 */
static void tell_bytes(const char *memory, size_t size) {
  for (size_t i = 0; i < size; ++i) {
    const char *word = NULL;
    if (i % 8 == 0 && i + 8 <= size)
      memcpy(&word, memory + i, 8);
    const buffer *into = buffer_at(word);
    if ((uintptr_t)word >> 44 == 0x7 || (uintptr_t)word >> 44 == 0x5) {
      fprintf(facts, "<%d+%ld>", into ? into->argument : -1, into ? word - into->memory : 0L);
      i += 7;
    } else {
      fprintf(facts, "%02x", (unsigned char)memory[i]);
    }
  }
  fputc('\n', facts);
}

static void tell_memory(const buffer *each) {
  size_t first = 0, end = each->size;
  while (first < end && each->memory[first] == each->before[first])
    ++first;
  while (end > first && each->memory[end - 1] == each->before[end - 1])
    --end;
  if (first < end)
    fprintf(facts, "write %d %zu %zu\n", each->argument, first, end);
  if (!each->isRoom && first == end)
    return;
  fprintf(facts, each->isRoom ? "room %d " : "memory %d ", each->argument);
  tell_bytes(each->memory, each->size);
}

static void tell_events(void) {
  for (int i = 0; i < eventCount; ++i) {
    const buffer *touched = &buffers[events[i].buffer];
    long past = events[i].offset - (long)touched->size;
    fprintf(facts, "%s %d %ld %ld\n", events[i].isWrite ? "stores" : "loads", touched->argument,
            events[i].offset, past);
  }
}

void end_call(void) {
  const int error = errno;
  for (int i = 0; i < bufferCount; ++i)
    protect(&buffers[i], PROT_READ | PROT_WRITE);
  isActive = 0;
  fprintf(facts, "call\n");
  for (int i = 0; i < bufferCount; ++i)
    fprintf(facts, "buffer %d\n", buffers[i].argument);
  if (error != SENTINEL)
    fprintf(facts, "errno %d\n", error);
  tell_variables(facts);
  tell_events();
  for (int i = 0; i < bufferCount; ++i)
    tell_memory(&buffers[i]);
  if (lastSize != 0 && memcmp(lastResult, lastBytes, lastSize) != 0)
    fprintf(facts, "overwritten\n");
  lastSize = 0;
}

/* Without a decimal point, which is the locale's. */
void note_number(long double value) {
  unsigned char parts[10];
  memcpy(parts, &value, sizeof parts);
  fprintf(facts, "number ");
  tell_bytes((const char *)parts, sizeof parts);
}

void note_pointer(const void *pointer, size_t size) {
  const buffer *into = buffer_at(pointer);
  if (into)
    fprintf(facts, "result %d %ld\n", into->argument, (long)((char *)pointer - into->memory));
  else
    fprintf(facts, pointer ? "elsewhere\n" : "null\n");
  if (!pointer || into || size == 0 || size > sizeof lastBytes)
    return;
  memcpy(lastBytes, pointer, size);
  lastResult = pointer;
  lastSize = size;
}

/* --- The program. */

static void set_mode(void) {
  if (strcmp(mode, "locale") == 0 && !setlocale(LC_ALL, getenv("LOGGER_LOCALE")))
    _exit(97);
  if (strcmp(mode, "zone") == 0) {
    setenv("TZ", "QQQ5RRR", 1);
    setenv("LOGGER_WORD", "another", 1);
  } else {
    setenv("TZ", "UTC0", 1);
    setenv("LOGGER_WORD", "one", 1);
  }
  isLogging = strcmp(mode, "log") == 0;
  if (isLogging)
    catch_accesses();
}

static void run_case(case_function run) {
  alarm(20);
  if (!freopen("input.txt", "r", stdin))
    _exit(96);
  set_mode();
  for (int pass = 0; pass < 2; ++pass) {
    fprintf(facts, "pass\n");
    bufferCount = 0;
    lastSize = 0;
    run();
  }
  fflush(facts);
  _exit(0);
}

/* In a process of its own, since a call may change anything, or end it. */
static void run_apart(const char *name, case_function run) {
  int status = 0;
  fprintf(facts, "case %s\n", name);
  fflush(facts);
  const pid_t child = fork();
  if (child == 0)
    run_case(run);
  waitpid(child, &status, 0);
  fprintf(facts, "status %d\n", status);
}

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  mode = argv[1];
  chosen = argc > 3 ? atoi(argv[3]) : -1;
  facts = fdopen(dup(1), "w");
  if (!freopen("/dev/null", "w", stdout))
    return 2;
  for (int i = 0; i < caseCount; ++i)
    if (argc < 3 || strcmp(cases[i].name, argv[2]) == 0)
      run_apart(cases[i].name, cases[i].run);
  return fflush(facts);
}
