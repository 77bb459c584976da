/* Samples in memory and in files.
 *
 * The files are those of the FTQ/FWQ document, so that its scripts work with our files and ours
 * with its: one decimal number per line, in ticks of the clock that measured (the processor's own
 * counter if it has one), without a heading. They cannot contain the length of a tick. It is in the
 * JSON output, and `analyze` takes it as an option.
 *
 * A file is written under a temporary name and renamed when it is complete.
 */
#include "series.h"

#include "../common/output.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int series_make(series *made, noise_mode mode, size_t count) {
  size_t bytes = (count > 0 ? count : 1) * sizeof(uint64_t);
  *made = (series){.mode = mode, .core = -1, .count = count, .tick_ns = 1};
  made->ticks = malloc(bytes);
  made->work = mode != NOISE_FWQ ? malloc(bytes) : NULL;
  if (made->ticks == NULL || (mode != NOISE_FWQ && made->work == NULL)) {
    series_free(made);
    return 0;
  }
  memset(made->ticks, 1, bytes);
  if (made->work != NULL)
    memset(made->work, 1, bytes);
  return 1;
}

void series_free(series *made) {
  free(made->ticks);
  free(made->work);
  made->ticks = made->work = NULL;
}

/* The first sample of FTQ has no start, so its end counts. */
uint64_t begin_of(const series *of) {
  return of->mode == NOISE_FTQ && of->count > 0 ? of->ticks[0] : of->begin_ticks;
}

static void print_times(FILE *file, const series *of) {
  for (size_t i = 0; i < of->count; i++)
    fprintf(file, "%" PRIu64 "\n", of->ticks[i]);
}

static void print_counts(FILE *file, const series *of) {
  for (size_t i = 0; i < of->count; i++)
    fprintf(file, "%" PRIu64 "\n", of->work[i]);
}

static void print_pairs(FILE *file, const series *of) {
  for (size_t i = 0; i < of->count; i++)
    fprintf(file, "%" PRIu64 " %" PRIu64 "\n", of->ticks[i], of->work[i]);
}

static void print_detours(FILE *file, const series *of) {
  for (size_t i = 0; i < of->count; i++)
    fprintf(file, "%.0f %.0f\n", (double)(of->ticks[i] - of->begin_ticks) * of->tick_ns,
            (double)of->work[i] * of->tick_ns);
}

static int write_one(const series *of, const char *path, void (*print)(FILE *, const series *)) {
  output file;
  if (!output_open(&file, path))
    return errno;
  print(file.stream, of);
  return output_close(&file, 1) ? 0 : errno;
}

int series_write(const series *of, const char *prefix, int is_numbered, char *path, size_t size) {
  char number[16] = "";
  if (is_numbered)
    snprintf(number, sizeof number, "_%d", of->thread);
  if (of->mode == NOISE_DETOUR) {
    snprintf(path, size, "%s%s_detours.dat", prefix, number);
    return write_one(of, path, print_detours);
  }
  snprintf(path, size, "%s%s_times.dat", prefix, number);
  int problem = write_one(of, path, print_times);
  if (problem != 0 || of->mode == NOISE_FWQ)
    return problem;
  snprintf(path, size, "%s%s_counts.dat", prefix, number);
  return write_one(of, path, print_counts);
}

int series_print(const series *of) {
  if (of->mode == NOISE_FWQ)
    print_times(stdout, of);
  else if (of->mode == NOISE_FTQ)
    print_pairs(stdout, of);
  else
    print_detours(stdout, of);
  return ferror(stdout) ? EIO : 0;
}

/* --- Reading. */

/* Lines of start and length, in ns. */
static const char *read_detours(series *made, const char *path, char *problem, size_t size) {
  char line[128];
  size_t room = 0;
  FILE *file = fopen(path, "re");
  if (file == NULL) {
    snprintf(problem, size, "%s: error: %s", path, strerror(errno));
    return problem;
  }
  for (size_t number = 1; fgets(line, sizeof line, file) != NULL; number++) {
    uint64_t begin, length;
    char rest;
    if (made->count == room) {
      room = room * 2 + 1024;
      uint64_t *ticks = realloc(made->ticks, room * sizeof *ticks);
      made->ticks = ticks != NULL ? ticks : made->ticks;
      uint64_t *work = realloc(made->work, room * sizeof *work);
      made->work = work != NULL ? work : made->work;
      if (ticks == NULL || work == NULL) {
        snprintf(problem, size, "%s: error: line %zu does not fit in memory", path, number);
        break;
      }
    }
    if (sscanf(line, "%" SCNu64 " %" SCNu64 " %c", &begin, &length, &rest) != 2 ||
        (made->count > 0 && begin < made->ticks[made->count - 1])) {
      snprintf(problem, size, "%s: error: line %zu is not start and length of a later detour", path,
               number);
      break;
    }
    made->ticks[made->count] = begin;
    made->work[made->count++] = length;
    made->length_ticks = begin + length;
  }
  int is_whole = feof(file);
  fclose(file);
  return is_whole ? NULL : problem;
}

typedef struct numbers {
  uint64_t *value;
  size_t count, room;
} numbers;

static int add_number(numbers *all, uint64_t value) {
  if (all->count == all->room) {
    size_t room = all->room > 0 ? all->room * 2 : 1024;
    uint64_t *larger = realloc(all->value, room * sizeof *larger);
    if (larger == NULL)
      return 0;
    all->value = larger;
    all->room = room;
  }
  all->value[all->count++] = value;
  return 1;
}

static int parse_number(const char *line, uint64_t *value) {
  char *end;
  line += strspn(line, " \t");
  if (*line < '0' || *line > '9')
    return 0;
  errno = 0;
  *value = strtoull(line, &end, 10);
  return errno == 0 && end[strspn(end, " \t\r\n")] == '\0';
}

static const char *read_numbers(numbers *all, const char *path, char *problem, size_t size) {
  char line[128];
  const char *wrong = NULL;
  FILE *file = fopen(path, "re");
  if (file == NULL) {
    snprintf(problem, size, "%s: error: %s", path, strerror(errno));
    return problem;
  }
  for (size_t number = 1; wrong == NULL && fgets(line, sizeof line, file) != NULL; number++) {
    uint64_t value;
    if (line[strspn(line, " \t\r\n")] == '\0')
      continue;
    if (!parse_number(line, &value))
      wrong = "is not a number of ticks or quanta";
    else if (!add_number(all, value))
      wrong = "does not fit in memory";
    if (wrong != NULL)
      snprintf(problem, size, "%s: error: line %zu %s", path, number, wrong);
  }
  if (wrong == NULL && (ferror(file) || all->count < 2)) {
    wrong = problem;
    snprintf(problem, size, "%s: error: %s", path,
             ferror(file) ? strerror(errno) : "fewer than two samples");
  }
  fclose(file);
  return wrong != NULL ? problem : NULL;
}

/* The other file of a pair: "x_counts.dat" of "x_times.dat". */
static int partner_of(const char *path, const char *from, const char *to, char *other,
                      size_t size) {
  size_t length = strlen(path), end = strlen(from);
  if (length < end || strcmp(path + length - end, from) != 0)
    return 0;
  return snprintf(other, size, "%.*s%s", (int)(length - end), path, to) < (int)size;
}

static const char *check_pair(const series *made, const numbers *times, const numbers *counts,
                              const char *path, char *problem, size_t size) {
  if (made->mode == NOISE_FTQ && times->count != counts->count) {
    snprintf(problem, size, "%s: error: %zu times, but %zu counts", path, times->count,
             counts->count);
    return problem;
  }
  for (size_t i = 1; made->mode == NOISE_FTQ && i < times->count; i++)
    if (times->value[i] <= times->value[i - 1]) {
      snprintf(problem, size, "%s: error: sample %zu does not end after the one before it", path,
               i + 1);
      return problem;
    }
  return NULL;
}

const char *series_read(series *made, noise_mode mode, const char *path, char *problem,
                        size_t size) {
  static const char times_end[] = "_times.dat", counts_end[] = "_counts.dat";
  char other[4096];
  const char *times_path = path, *counts_path = NULL, *wrong;
  numbers times = {0}, counts = {0};
  *made = (series){.mode = mode, .core = -1, .tick_ns = 1};
  if (mode == NOISE_DETOUR) {
    wrong = read_detours(made, path, problem, size);
    if (wrong != NULL)
      series_free(made);
    return wrong;
  }
  if (mode == NOISE_FTQ && partner_of(path, times_end, counts_end, other, sizeof other))
    counts_path = other;
  else if (mode == NOISE_FTQ && partner_of(path, counts_end, times_end, other, sizeof other))
    times_path = other, counts_path = path;
  else if (mode == NOISE_FTQ) {
    snprintf(problem, size, "%s: error: its name must end with %s or %s", path, times_end,
             counts_end);
    return problem;
  }
  wrong = read_numbers(&times, times_path, problem, size);
  if (wrong == NULL && counts_path != NULL)
    wrong = read_numbers(&counts, counts_path, problem, size);
  if (wrong == NULL)
    wrong = check_pair(made, &times, &counts, path, problem, size);
  made->count = times.count;
  made->ticks = times.value;
  made->work = counts.value;
  if (wrong != NULL)
    series_free(made);
  return wrong;
}
