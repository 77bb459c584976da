/* The description of clocks that the kernel does not know or must not use: KASURI_MACHINE=FILE.
 *
 * On a board without an operating point table in the kernel, or where a write to a file is too
 * slow, the program sets the frequency with a register. A text file describes it. It has one key in
 * each line; `#` starts a comment (docs/formats/machine-file.md):
 *
 *   kasuri-machine 1
 *   domain 0-3                          # its cores; the keys that follow are about it
 *   khz 1800000 1200000 600000          # of each level, fastest first
 *   register 0xfd7c0818 width 32 mask 0x3f00 values 0x0100 0x0200 0x0500
 *   settle_us 50                        # how long a change takes
 *   status 0xfd7c081c width 32 mask 0x1 value 0x1
 *
 * The reader is strict, because the values are written to hardware: if a file contains anything
 * unknown, it is not used at all, and the line is named. Whoever may write the file decides what a
 * program that may open the device writes there. So programs with more privileges than the user who
 * starts them ignore the variable (knobs.c).
 */
#define _GNU_SOURCE
#include "power_way.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = KSI_MOST_LEVELS + 8 };

typedef struct reader {
  const char *path;
  ksi_domain *domains, *current;
  int *count, most;
  const ksi_coreset *usable;
  ksi_domain ignored; /* of cores that the program does not use */
  char device[64];
  int line, has_header;
} reader;

static int complain(const reader *it, const char *what) {
  ksi_say("%s:%d: %s; the file is ignored", it->path, it->line, what);
  return 1;
}

static int split(char *line, char **words) {
  int count = 0;
  line[strcspn(line, "#")] = '\0';
  for (char *rest = line, *word; (word = strtok_r(rest, " \t\r", &rest)) != NULL;) {
    if (count == MOST_WORDS)
      return -1;
    words[count++] = word;
  }
  return count;
}

static int parse_number(const char *word, uint64_t *value) {
  char *end;
  errno = 0;
  unsigned long long parsed = strtoull(word, &end, 0);
  *value = parsed;
  return errno == 0 && *end == '\0' && end != word && *word != '-' && *word != '+';
}

static int parse_numbers(char **words, int count, uint64_t *values) {
  for (int i = 0; i < count; i++)
    if (!parse_number(words[i], &values[i]))
      return 0;
  return 1;
}

static int begin_domain(reader *it, char **words, int count) {
  ksi_coreset cores, common;
  if (count != 2 || !ksi_parse_cores(words[1], &cores) || ksi_count_cores(&cores) == 0)
    return complain(it, "'domain' needs a list of cores");
  common = ksi_common_cores(cores, *it->usable);
  it->current = &it->ignored;
  memset(it->current, 0, sizeof it->ignored);
  for (int i = 0; i < *it->count; i++) {
    ksi_coreset both = ksi_common_cores(cores, it->domains[i].cores);
    if (ksi_count_cores(&both) == 0)
      continue;
    if (it->current != &it->ignored) { /* one domain now: its parts are removed */
      it->domains[i--] = it->domains[--*it->count];
      continue;
    }
    it->current = &it->domains[i];
  }
  if (it->current == &it->ignored && ksi_count_cores(&common) > 0 && *it->count < it->most)
    it->current = &it->domains[(*it->count)++];
  if (it->current->cores.word[0] == 0 && it->current->capacity == 0)
    *it->current = (ksi_domain){.capacity = 1024,
                                .first.file = -1,
                                .second.file = -1,
                                .current.file = -1,
                                .level = KSI_AT_REST};
  it->current->cores = cores;
  return 0;
}

static int read_khz(reader *it, char **words, int count) {
  uint64_t values[MOST_WORDS];
  if (count < 2 || count - 1 > KSI_MOST_LEVELS || !parse_numbers(words + 1, count - 1, values))
    return complain(it, "'khz' needs the frequency of each level");
  for (int i = 0; i < count - 1; i++)
    if (values[i] == 0 || values[i] > UINT32_MAX || (i > 0 && values[i] > values[i - 1]))
      return complain(it, "frequencies must be in descending order");
  it->current->levels = count - 1;
  for (int i = 0; i < count - 1; i++)
    it->current->khz[i] = (uint32_t)values[i];
  return 0;
}

/* ADDRESS width BITS mask MASK */
static int read_field(reader *it, char **words, int count, ksi_register *field) {
  uint64_t width;
  *field = (ksi_register){.width = 0};
  memcpy(field->device, it->device, sizeof field->device);
  if (count < 5 || strcmp(words[1], "width") != 0 || strcmp(words[3], "mask") != 0 ||
      !parse_number(words[0], &field->address) || !parse_number(words[2], &width) ||
      !parse_number(words[4], &field->mask))
    return complain(it, "expected: ADDRESS width BITS mask MASK");
  field->width = (uint32_t)width;
  if ((width != 8 && width != 16 && width != 32 && width != 64) ||
      field->address % (width / 8) != 0 || field->mask == 0 ||
      (width < 64 && field->mask >> width != 0))
    return complain(it, "address, width and mask do not match");
  return 0;
}

static int read_register(reader *it, char **words, int count) {
  ksi_selector *selector = &it->current->selector;
  uint64_t values[MOST_WORDS];
  if (read_field(it, words + 1, count - 1, &selector->field))
    return 1;
  if (count < 8 || strcmp(words[6], "values") != 0 || count - 7 > KSI_MOST_LEVELS ||
      !parse_numbers(words + 7, count - 7, values))
    return complain(it, "'register' needs the value of each level behind 'values'");
  selector->values = count - 7;
  for (int i = 0; i < selector->values; i++) {
    if ((values[i] & ~selector->field.mask) != 0)
      return complain(it, "a value has bits outside the mask");
    selector->value[i] = values[i];
  }
  return 0;
}

static int read_status(reader *it, char **words, int count) {
  ksi_selector *selector = &it->current->selector;
  if (read_field(it, words + 1, count - 1, &selector->status))
    return 1;
  if (count != 8 || strcmp(words[6], "value") != 0 ||
      !parse_number(words[7], &selector->status_value) ||
      (selector->status_value & ~selector->status.mask) != 0)
    return complain(it, "'status' needs the value that means done");
  return 0;
}

static int read_time(reader *it, char **words, int count) {
  uint64_t us;
  if (count != 2 || !parse_number(words[1], &us) || us > 1000000)
    return complain(it, "'settle_us' needs a number up to 1000000");
  it->current->selector.settle_us = (uint32_t)us;
  it->current->transition_ns = us * 1000;
  return 0;
}

static int read_device(reader *it, char **words, int count) {
  if (count != 2 || words[1][0] != '/' || strlen(words[1]) >= sizeof it->device ||
      strpbrk(words[1], "@|") != NULL)
    return complain(it, "'device' needs the path of a file");
  strcpy(it->device, words[1]);
  return 0;
}

static int check_domain(const reader *it) {
  const ksi_domain *domain = it->current;
  if (domain != NULL && domain->selector.values > 0 &&
      (domain->levels != domain->selector.values || domain->selector.field.width == 0))
    return complain(it, "a domain needs as many frequencies as register values");
  if (domain != NULL && domain->selector.status.width != 0 && domain->selector.settle_us == 0)
    return complain(it, "'status' needs 'settle_us', the longest time to wait for it");
  return 0;
}

static int read_line(void *argument, char *line) {
  static const struct {
    const char *key;
    int (*read)(reader *, char **, int);
  } keys[] = {{"khz", read_khz},
              {"register", read_register},
              {"status", read_status},
              {"settle_us", read_time}};
  reader *it = argument;
  char *words[MOST_WORDS];
  int count = split(line, words);
  it->line++;
  if (count == 0)
    return 0;
  if (!it->has_header) {
    it->has_header = count == 2 && !strcmp(words[0], "kasuri-machine") && !strcmp(words[1], "1");
    return it->has_header ? 0 : complain(it, "expected 'kasuri-machine 1'");
  }
  if (count > 0 && strcmp(words[0], "device") == 0)
    return read_device(it, words, count);
  if (count > 0 && strcmp(words[0], "domain") == 0)
    return check_domain(it) || begin_domain(it, words, count);
  for (size_t i = 0; count > 0 && i < sizeof keys / sizeof *keys; i++)
    if (strcmp(words[0], keys[i].key) == 0)
      return it->current == NULL ? complain(it, "'domain' comes first")
                                 : keys[i].read(it, words, count);
  return complain(it, "not a key of this file");
}

static int read_into(reader *it) {
  int problem = ksi_each_line(it->path, read_line, it);
  if (problem == 0 && it->line == 0)
    ksi_say("KASURI_MACHINE: cannot read '%s', or it is empty", it->path);
  return problem == 0 && it->line > 0 && check_domain(it) == 0;
}

/* Into a copy, so that a rejected file changes nothing. */
int ksi_read_machine_file(const char *path, ksi_domain *domains, int *count, int most,
                          const ksi_coreset *usable) {
  static reader it;
  size_t bytes = (size_t)most * sizeof *domains;
  int copied = *count;
  ksi_domain *copy = ksi_get_memory(bytes);
  if (copy == NULL)
    return 0;
  memcpy(copy, domains, (size_t)*count * sizeof *domains);
  it = (reader){.path = path,
                .domains = copy,
                .count = &copied,
                .most = most,
                .usable = usable,
                .device = KSI_PHYSICAL_MEMORY};
  int is_read = read_into(&it);
  if (is_read) {
    memcpy(domains, copy, (size_t)copied * sizeof *domains);
    *count = copied;
  }
  ksi_give_back_memory(copy, bytes);
  return is_read;
}
