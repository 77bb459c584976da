/* Calls of library functions under an address logger; see logger.c. */
#ifndef LOGGER_H
#define LOGGER_H

#include <stddef.h>

enum { KEPT = 90, MOST_BUFFERS = 16 };

typedef void (*case_function)(void);
void add_case(const char *name, case_function run);

/* Memory for argument N, watched: a string, other bytes, room that holds the run's filling. */
char *text(int argument, const char *characters);
void *bytes(int argument, const void *data, size_t size);
void *room(int argument, size_t size);
/* From now on it is what the function keeps from an earlier call. */
void keep(const void *memory);
/* `value` is argument N, a number of bytes. */
size_t count(int argument, size_t value);

void begin_call(void);
void end_call(void);
void note_number(long double value);
void note_pointer(const void *pointer, size_t size);

#define CASE(function)                                                                             \
  static void run_##function(void);                                                                \
  __attribute__((constructor)) static void add_##function(void) {                                  \
    add_case(#function, run_##function);                                                           \
  }                                                                                                \
  static void run_##function(void)

/* A call with a number for a result, with none, with a pointer; with a pointer to `size` bytes,
 * which must stay as they are if later calls leave them alone. */
#define NUMBER(expression)                                                                         \
  do {                                                                                             \
    begin_call();                                                                                  \
    const __auto_type result_ = (expression);                                                      \
    end_call();                                                                                    \
    note_number((long double)result_);                                                             \
  } while (0)
#define NOTHING(expression)                                                                        \
  do {                                                                                             \
    begin_call();                                                                                  \
    (void)(expression);                                                                            \
    end_call();                                                                                    \
  } while (0)
#define POINTER_TO(size, expression)                                                               \
  do {                                                                                             \
    begin_call();                                                                                  \
    const void *result_ = (const void *)(expression);                                              \
    end_call();                                                                                    \
    note_pointer(result_, size);                                                                   \
  } while (0)
#define POINTER(expression) POINTER_TO(0, expression)

#endif
