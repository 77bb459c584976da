/* A mask starts with its most significant group. The system reads masks with any number of leading
 * groups, but it writes one for each 32 possible cores. A restored value must look as before, so a
 * printed mask has as many groups and digits as the one that was read. */
#include "coreset.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = KSI_MOST_CORES / 32 };

void ksi_add_core(ksi_coreset *set, int core) {
  if (core >= 0 && core < KSI_MOST_CORES)
    set->word[core / 32] |= UINT32_C(1) << (core % 32);
}

void ksi_remove_core(ksi_coreset *set, int core) {
  if (core >= 0 && core < KSI_MOST_CORES)
    set->word[core / 32] &= ~(UINT32_C(1) << (core % 32));
}

int ksi_has_core(const ksi_coreset *set, int core) {
  return core >= 0 && core < KSI_MOST_CORES && (set->word[core / 32] >> (core % 32) & 1) != 0;
}

int ksi_count_cores(const ksi_coreset *set) {
  int count = 0;
  for (int i = 0; i < WORDS; i++)
    count += __builtin_popcount(set->word[i]);
  return count;
}

ksi_coreset ksi_join_cores(ksi_coreset a, ksi_coreset b) {
  for (int i = 0; i < WORDS; i++)
    a.word[i] |= b.word[i];
  return a;
}

ksi_coreset ksi_common_cores(ksi_coreset a, ksi_coreset b) {
  for (int i = 0; i < WORDS; i++)
    a.word[i] &= b.word[i];
  return a;
}

ksi_coreset ksi_without_cores(ksi_coreset a, ksi_coreset b) {
  for (int i = 0; i < WORDS; i++)
    a.word[i] &= ~b.word[i];
  return a;
}

int ksi_are_same_cores(const ksi_coreset *a, const ksi_coreset *b) {
  return memcmp(a, b, sizeof *a) == 0;
}

/* A core's number at *at, which is moved past it; -1: there is none. */
static int read_core(const char **at) {
  char *end = NULL;
  long core = isdigit((unsigned char)**at) ? strtol(*at, &end, 10) : -1;
  if (end != NULL)
    *at = end;
  return core < KSI_MOST_CORES ? (int)core : -1;
}

int ksi_parse_cores(const char *list, ksi_coreset *set) {
  *set = (ksi_coreset){0};
  while (*list != '\0') {
    int first = read_core(&list), last = first;
    if (*list == '-') {
      list++;
      last = read_core(&list);
    }
    if (first < 0 || last < first)
      return 0;
    for (int core = first; core <= last; core++)
      ksi_add_core(set, core);
    if (*list == ',' && list[1] != '\0')
      list++;
    else if (*list != '\0')
      return 0;
  }
  return 1;
}

int ksi_parse_mask(const char *mask, ksi_coreset *set) {
  int core = 0, is_zero = 1;
  *set = (ksi_coreset){0};
  for (const char *at = mask + strlen(mask); at-- > mask;) {
    if (*at == ',')
      continue;
    if (!isxdigit((unsigned char)*at))
      return 0;
    unsigned digit = isdigit((unsigned char)*at)
                         ? (unsigned)(*at - '0')
                         : (unsigned)(tolower((unsigned char)*at) - 'a' + 10);
    for (int bit = 0; bit < 4; bit++)
      if ((digit >> bit & 1) != 0)
        ksi_add_core(set, core + bit);
    is_zero = is_zero && (digit == 0 || core < KSI_MOST_CORES);
    core += 4;
  }
  return is_zero;
}

int ksi_print_cores(const ksi_coreset *set, char *text, size_t size) {
  size_t used = 0;
  text[0] = '\0';
  for (int core = 0; core < KSI_MOST_CORES; core++) {
    int last = core;
    if (!ksi_has_core(set, core))
      continue;
    while (ksi_has_core(set, last + 1))
      last++;
    used += (size_t)snprintf(text + used, size - used, last > core ? "%s%d-%d" : "%s%d",
                             used > 0 ? "," : "", core, last);
    if (used >= size)
      return 0;
    core = last;
  }
  return 1;
}

int ksi_print_mask(const ksi_coreset *set, const char *like, char *text, size_t size) {
  size_t length = strlen(like);
  int core = 0;
  if (length >= size)
    return 0;
  memcpy(text, like, length + 1);
  for (size_t i = length; i-- > 0;) {
    if (like[i] == ',')
      continue;
    unsigned digit = core < KSI_MOST_CORES ? set->word[core / 32] >> (core % 32) & 15 : 0;
    text[i] = "0123456789abcdef"[digit];
    core += 4;
  }
  return 1;
}
