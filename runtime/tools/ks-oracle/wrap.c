/* Library functions that access memory for the program. The linker redirects each of them here
 * (--wrap=NAME). The wrapper notes the accesses, then calls the library's function, __real_NAME.
 * The script reads the names from this file. A stream and the state of the random numbers are
 * objects of the library; a byte represents each. */
#include "oracle.h"

#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define PLACE __builtin_return_address(0)

/* Defines the wrapper of a function whose note comes before the call. */
#define WRAP(type, name, parameters, arguments, note)                                              \
  type __real_##name parameters;                                                                   \
  type __wrap_##name parameters;                                                                   \
  type __wrap_##name parameters {                                                                  \
    const void *place = PLACE;                                                                     \
    note;                                                                                          \
    return __real_##name arguments;                                                                \
  }

static void note_copy(const void *to, const void *from, size_t bytes, const void *place) {
  oracle_read(from, bytes, place);
  oracle_write(to, bytes, place);
}

static size_t string_bytes(const char *string, size_t most) {
  size_t length = strnlen(string, most);
  return length < most ? length + 1 : most;
}

static void note_string(const char *string, size_t most, const void *place) {
  oracle_read(string, string_bytes(string, most), place);
}

static void note_append(char *to, const char *from, size_t most, const void *place) {
  size_t length = strnlen(from, most);
  note_string(to, SIZE_MAX, place);
  note_string(from, most, place);
  oracle_write(to + strnlen(to, SIZE_MAX), length + 1, place);
}

/* What is freed must not be in use elsewhere: freeing writes all of a block. */
static void note_release(void *memory, const void *place) {
  if (memory == NULL || !oracle_is_inside())
    return;
  oracle_write(memory, malloc_usable_size(memory), place);
  oracle_forget(memory, malloc_usable_size(memory));
}

static void *fresh(void *memory) {
  if (memory != NULL && oracle_is_inside())
    oracle_forget(memory, malloc_usable_size(memory));
  return memory;
}

#define WRAP_ALLOCATOR(name, parameters, arguments)                                                \
  void *__real_##name parameters;                                                                  \
  void *__wrap_##name parameters;                                                                  \
  void *__wrap_##name parameters { return fresh(__real_##name arguments); }

WRAP_ALLOCATOR(malloc, (size_t bytes), (bytes))
WRAP_ALLOCATOR(calloc, (size_t count, size_t bytes), (count, bytes))
WRAP_ALLOCATOR(aligned_alloc, (size_t alignment, size_t bytes), (alignment, bytes))
WRAP_ALLOCATOR(strdup, (const char *string), (string))
WRAP(void, free, (void *memory), (memory), note_release(memory, place))

void *__real_realloc(void *memory, size_t bytes);
void *__wrap_realloc(void *memory, size_t bytes);
void *__wrap_realloc(void *memory, size_t bytes) {
  note_release(memory, PLACE);
  return fresh(__real_realloc(memory, bytes));
}

WRAP(void *, memcpy, (void *to, const void *from, size_t bytes), (to, from, bytes),
     note_copy(to, from, bytes, place))
WRAP(void *, memmove, (void *to, const void *from, size_t bytes), (to, from, bytes),
     note_copy(to, from, bytes, place))
WRAP(void *, memset, (void *to, int value, size_t bytes), (to, value, bytes),
     oracle_write(to, bytes, place))
WRAP(int, memcmp, (const void *a, const void *b, size_t bytes), (a, b, bytes),
     (oracle_read(a, bytes, place), oracle_read(b, bytes, place)))
WRAP(void *, memchr, (const void *in, int value, size_t bytes), (in, value, bytes),
     oracle_read(in, bytes, place))
WRAP(size_t, strlen, (const char *string), (string), note_string(string, SIZE_MAX, place))
WRAP(char *, strchr, (const char *string, int wanted), (string, wanted),
     note_string(string, SIZE_MAX, place))
WRAP(char *, strrchr, (const char *string, int wanted), (string, wanted),
     note_string(string, SIZE_MAX, place))
WRAP(char *, strstr, (const char *string, const char *wanted), (string, wanted),
     (note_string(string, SIZE_MAX, place), note_string(wanted, SIZE_MAX, place)))
WRAP(int, strcmp, (const char *a, const char *b), (a, b),
     (note_string(a, SIZE_MAX, place), note_string(b, SIZE_MAX, place)))
WRAP(int, strncmp, (const char *a, const char *b, size_t most), (a, b, most),
     (note_string(a, most, place), note_string(b, most, place)))
WRAP(char *, strcpy, (char *to, const char *from), (to, from),
     note_copy(to, from, strnlen(from, SIZE_MAX) + 1, place))
WRAP(char *, strncpy, (char *to, const char *from, size_t most), (to, from, most),
     (note_string(from, most, place), oracle_write(to, most, place)))
WRAP(char *, strcat, (char *to, const char *from), (to, from),
     note_append(to, from, SIZE_MAX, place))
WRAP(char *, strncat, (char *to, const char *from, size_t most), (to, from, most),
     note_append(to, from, most, place))

/* The comparator works on what the library was given. */
#define COMPARES(name, parameters, arguments)                                                      \
  void __real_##name parameters;                                                                   \
  void __wrap_##name parameters;                                                                   \
  void __wrap_##name parameters {                                                                  \
    oracle_read(array, count * bytes, PLACE);                                                      \
    oracle_write(array, count * bytes, PLACE);                                                     \
    oracle_lend(array, count * bytes);                                                             \
    __real_##name arguments;                                                                       \
    oracle_lend(NULL, 0);                                                                          \
  }

COMPARES(qsort,
         (void *array, size_t count, size_t bytes, int (*compare)(const void *, const void *)),
         (array, count, bytes, compare))
COMPARES(qsort_r,
         (void *array, size_t count, size_t bytes,
          int (*compare)(const void *, const void *, void *), void *argument),
         (array, count, bytes, compare, argument))

void *__real_bsearch(const void *key, const void *array, size_t count, size_t bytes,
                     int (*compare)(const void *, const void *));
void *__wrap_bsearch(const void *key, const void *array, size_t count, size_t bytes,
                     int (*compare)(const void *, const void *));
void *__wrap_bsearch(const void *key, const void *array, size_t count, size_t bytes,
                     int (*compare)(const void *, const void *)) {
  oracle_lend(array, count * bytes);
  void *found = __real_bsearch(key, array, count, bytes, compare);
  oracle_lend(NULL, 0);
  return found;
}

WRAP(double, frexp, (double value, int *exponent), (value, exponent),
     oracle_write(exponent, sizeof *exponent, place))
WRAP(double, modf, (double value, double *whole), (value, whole),
     oracle_write(whole, sizeof *whole, place))
WRAP(long, strtol, (const char *string, char **end, int base), (string, end, base),
     (note_string(string, SIZE_MAX, place), oracle_write(end, end ? sizeof *end : 0, place)))
WRAP(double, strtod, (const char *string, char **end), (string, end),
     (note_string(string, SIZE_MAX, place), oracle_write(end, end ? sizeof *end : 0, place)))

/* As the instrumentation calls them. */
#define INSTRUMENTED_COPY(name)                                                                    \
  void *__tsan_##name(void *to, const void *from, size_t bytes);                                   \
  void *__tsan_##name(void *to, const void *from, size_t bytes) {                                  \
    note_copy(to, from, bytes, PLACE);                                                             \
    return __real_##name(to, from, bytes);                                                         \
  }
INSTRUMENTED_COPY(memcpy)
INSTRUMENTED_COPY(memmove)

void *__tsan_memset(void *to, int value, size_t bytes);
void *__tsan_memset(void *to, int value, size_t bytes) {
  oracle_write(to, bytes, PLACE);
  return __real_memset(to, value, bytes);
}

/* State inside the library: the position of a stream, random numbers, results in static memory. */
WRAP(int, puts, (const char *string), (string), oracle_write(stdout, 1, place))
WRAP(int, putchar, (int value), (value), oracle_write(stdout, 1, place))
WRAP(int, fputs, (const char *string, FILE *file), (string, file), oracle_write(file, 1, place))
WRAP(int, fputc, (int value, FILE *file), (value, file), oracle_write(file, 1, place))
WRAP(int, putc, (int value, FILE *file), (value, file), oracle_write(file, 1, place))
WRAP(size_t, fwrite, (const void *from, size_t bytes, size_t count, FILE *file),
     (from, bytes, count, file),
     (oracle_read(from, bytes *count, place), oracle_write(file, 1, place)))
WRAP(size_t, fread, (void *to, size_t bytes, size_t count, FILE *file), (to, bytes, count, file),
     (oracle_write(to, bytes *count, place), oracle_write(file, 1, place)))
WRAP(int, fgetc, (FILE * file), (file), oracle_write(file, 1, place))
WRAP(int, vprintf, (const char *format, va_list values), (format, values),
     oracle_write(stdout, 1, place))
WRAP(int, vfprintf, (FILE * file, const char *format, va_list values), (file, format, values),
     oracle_write(file, 1, place))

static char random_state, time_state, token_state;
WRAP(int, rand, (void), (), oracle_write(&random_state, 1, place))
WRAP(void, srand, (unsigned seed), (seed), oracle_write(&random_state, 1, place))
WRAP(struct tm *, gmtime, (const time_t *time), (time), oracle_write(&time_state, 1, place))
WRAP(struct tm *, localtime, (const time_t *time), (time), oracle_write(&time_state, 1, place))
WRAP(char *, asctime, (const struct tm *time), (time), oracle_write(&time_state, 1, place))
WRAP(char *, ctime, (const time_t *time), (time), oracle_write(&time_state, 1, place))
WRAP(char *, strtok, (char *string, const char *marks), (string, marks),
     oracle_write(&token_state, 1, place))

int __wrap_printf(const char *format, ...);
int __wrap_printf(const char *format, ...) {
  va_list values;
  oracle_write(stdout, 1, PLACE);
  va_start(values, format);
  int done = __real_vprintf(format, values);
  va_end(values);
  return done;
}

int __wrap_fprintf(FILE *file, const char *format, ...);
int __wrap_fprintf(FILE *file, const char *format, ...) {
  va_list values;
  oracle_write(file, 1, PLACE);
  va_start(values, format);
  int done = __real_vfprintf(file, format, values);
  va_end(values);
  return done;
}

int __wrap_sprintf(char *to, const char *format, ...);
int __wrap_sprintf(char *to, const char *format, ...) {
  va_list values;
  va_start(values, format);
  int done = vsprintf(to, format, values);
  va_end(values);
  oracle_write(to, done >= 0 ? (size_t)done + 1 : 0, PLACE);
  return done;
}

int __wrap_snprintf(char *to, size_t room, const char *format, ...);
int __wrap_snprintf(char *to, size_t room, const char *format, ...) {
  va_list values;
  va_start(values, format);
  int done = vsnprintf(to, room, format, values);
  va_end(values);
  size_t bytes = done >= 0 ? (size_t)done + 1 : 0;
  oracle_write(to, bytes < room ? bytes : room, PLACE);
  return done;
}
