/* Which file the code at an address is from.
 *
 * _dl_find_object takes no lock and may be called by a handler. It also knows libraries that were
 * loaded while the program ran. A module is announced where it is seen first; the table is the
 * process's own, and a child of fork has the same modules at the same places. Two threads that see
 * one first at the same time announce it twice, which does no harm. */
#define _GNU_SOURCE
#include "sampler.h"

#include "samples.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 512, MOST_NAME_WORDS = PATH_MAX / 8 };

static struct module {
  const void *begin, *end;
  const struct link_map *map;
  unsigned number; /* 0: not written yet */
} modules[MOST];
static unsigned count;
static char program[PATH_MAX];

void sampler_note_program(void) {
  const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  program[length > 0 ? length : 0] = '\0';
}

static unsigned announce(const struct link_map *map) {
  const char *name = map->l_name[0] == '\0' ? program : map->l_name;
  const unsigned words = (unsigned)strnlen(name, MOST_NAME_WORDS * 8 - 1) / 8 + 1;
  const unsigned number = sampler_number_module();
  uint64_t *record = number == 0 ? NULL : sampler_claim(words + 1, 0);
  if (record == NULL)
    return 0;
  memcpy(record + 1, name, strnlen(name, words * 8 - 1)); /* the file has zeros */
  sampler_finish(record, sampler_first_word(SAMPLER_MODULE, words, number));
  return number;
}

static unsigned number_of(const struct dl_find_object *found) {
  const unsigned known = __atomic_load_n(&count, __ATOMIC_ACQUIRE);
  for (unsigned i = 0; i < known && i < MOST; i++)
    if (modules[i].map == found->dlfo_link_map && modules[i].begin == found->dlfo_map_start &&
        modules[i].end == found->dlfo_map_end)
      if (__atomic_load_n(&modules[i].number, __ATOMIC_ACQUIRE) != 0)
        return modules[i].number;
  const unsigned at = known < MOST ? __atomic_fetch_add(&count, 1, __ATOMIC_ACQ_REL) : MOST;
  const unsigned number = at < MOST ? announce(found->dlfo_link_map) : 0;
  if (number != 0) {
    modules[at] =
        (struct module){found->dlfo_map_start, found->dlfo_map_end, found->dlfo_link_map, 0};
    __atomic_store_n(&modules[at].number, number, __ATOMIC_RELEASE);
  }
  return number;
}

uint64_t sampler_frame_of(uintptr_t address) {
  struct dl_find_object found;
  if (_dl_find_object((void *)address, &found) != 0)
    return 0;
  const unsigned number = number_of(&found);
  return number == 0 ? 0 : sampler_frame(number, address - found.dlfo_link_map->l_addr);
}
