/* The index of a module's unwind tables, and the entries that it leads to.
 *
 *     .eh_frame_hdr   1, encodings, where .eh_frame is, count, then (code, entry) by ascending code
 *     .eh_frame       common entries (CIE), each with entries of functions (FDE)
 *
 * All pointers are relative, with four bytes, as every linker for x86-64 and AArch64 writes them.
 */
#define _GNU_SOURCE
#include "tables.h"

#include <dlfcn.h>
#include <string.h>

enum { RELATIVE_4 = 0x1b, TO_INDEX_4 = 0x3b, UNSIGNED_4 = 0x03, ABSOLUTE = 0x00 };
enum { FORMAT_BITS = 0x0f, SIGNED_4 = 0x0b, SIGNED_8 = 0x0c, UNSIGNED_8 = 0x04 };

uint64_t sampler_read(struct bytes *from, unsigned size) {
  uint64_t value = 0;
  if ((uintptr_t)(from->end - from->at) < size) {
    from->at = from->end;
    return 0;
  }
  memcpy(&value, from->at, size); /* both machines are little-endian */
  from->at += size;
  return value;
}

int64_t sampler_read_signed(struct bytes *from, unsigned size) {
  const unsigned unused = 64 - size * 8;
  return (int64_t)(sampler_read(from, size) << unused) >> unused;
}

uint64_t sampler_read_uleb(struct bytes *from) {
  uint64_t value = 0;
  for (unsigned shift = 0; from->at < from->end; shift += 7) {
    const uint8_t byte = *from->at++;
    if (shift < 64)
      value |= (uint64_t)(byte & 0x7f) << shift;
    if (!(byte & 0x80))
      break;
  }
  return value;
}

int64_t sampler_read_sleb(struct bytes *from) {
  uint64_t value = 0;
  unsigned shift = 0;
  uint8_t byte = 0;
  do {
    if (from->at >= from->end)
      break;
    byte = *from->at++;
    if (shift < 64)
      value |= (uint64_t)(byte & 0x7f) << shift;
    shift += 7;
  } while (byte & 0x80);
  if ((byte & 0x40) && shift < 64)
    value |= ~(uint64_t)0 << shift;
  return (int64_t)value;
}

struct bytes sampler_read_block(struct bytes *from) {
  const uint64_t length = sampler_read_uleb(from);
  const uint64_t left = (uint64_t)(from->end - from->at);
  const struct bytes block = {from->at, from->at + (length < left ? length : left)};
  from->at = block.end;
  return block;
}

/* An entry without its length; empty: none, or one of four gigabytes. */
static struct bytes entry_at(const uint8_t *at) {
  uint32_t length;
  memcpy(&length, at, sizeof length);
  if (length == 0 || length >= 0xfffffff0u)
    length = 0;
  return (struct bytes){at + sizeof length, at + sizeof length + length};
}

/* The entry whose function begins last before the address; NULL: none. */
static const uint8_t *search(const uint8_t *index, uintptr_t pc) {
  struct row {
    int32_t code, entry;
  } row;
  if (index[0] != 1 || index[1] != RELATIVE_4 || index[2] != UNSIGNED_4 || index[3] != TO_INDEX_4)
    return NULL;
  uint32_t low = 0, high;
  memcpy(&high, index + 8, sizeof high);
  const uint8_t *rows = index + 12, *found = NULL;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    memcpy(&row, rows + middle * sizeof row, sizeof row);
    if ((uintptr_t)index + (uintptr_t)(intptr_t)row.code > pc)
      high = middle;
    else {
      found = index + row.entry;
      low = middle + 1;
    }
  }
  return found;
}

/* The bytes of a pointer in that encoding; 0: we do not know it. */
static unsigned size_of_pointer(unsigned encoding) {
  switch (encoding & FORMAT_BITS) {
  case ABSOLUTE:
  case UNSIGNED_8:
  case SIGNED_8:
    return 8;
  case UNSIGNED_4:
  case SIGNED_4:
    return 4;
  }
  return 0;
}

/* What the letters of the common entry announce; 0: a letter that we do not know. */
static int read_augmentation(const char *letters, struct bytes data, struct table *table,
                             unsigned *encoding) {
  for (; *letters != '\0'; letters++)
    switch (*letters) {
    case 'R':
      *encoding = (unsigned)sampler_read(&data, 1);
      break;
    case 'L':
      sampler_read(&data, 1);
      break;
    case 'P': {
      const unsigned size = size_of_pointer((unsigned)sampler_read(&data, 1));
      if (size == 0)
        return 0;
      sampler_read(&data, size);
      break;
    }
    case 'S':
      table->is_signal_frame = 1;
      break;
    case 'B': /* pointers are signed with the other key */
      break;
    default:
      return 0;
    }
  return 1;
}

static int read_common(struct bytes common, struct table *table, unsigned *encoding) {
  sampler_read(&common, 4); /* that it is common */
  const unsigned version = (unsigned)sampler_read(&common, 1);
  const char *letters = (const char *)common.at;
  while (sampler_read(&common, 1) != 0)
    ;
  table->code_unit = sampler_read_uleb(&common);
  table->data_unit = sampler_read_sleb(&common);
  table->return_column = version == 1 ? sampler_read(&common, 1) : sampler_read_uleb(&common);
  *encoding = ABSOLUTE;
  table->has_augmentation = letters[0] == 'z';
  if (table->has_augmentation &&
      !read_augmentation(letters + 1, sampler_read_block(&common), table, encoding))
    return 0;
  table->initial = common;
  return (version == 1 || version == 3) && (letters[0] == 'z' || letters[0] == '\0');
}

static int read_entry(const uint8_t *at, struct table *table, uintptr_t pc) {
  struct bytes entry = entry_at(at);
  if (entry.at == entry.end)
    return 0;
  const uint8_t *here = entry.at;
  const uint64_t back = sampler_read(&entry, 4);
  unsigned encoding;
  if (back == 0 || !read_common(entry_at(here - back), table, &encoding) || encoding != RELATIVE_4)
    return 0;
  const uintptr_t place = (uintptr_t)entry.at;
  table->begin = place + (uintptr_t)sampler_read_signed(&entry, 4);
  const uint64_t length = sampler_read(&entry, 4);
  if (pc < table->begin || pc - table->begin >= length)
    return 0;
  if (table->has_augmentation)
    sampler_read_block(&entry);
  table->program = entry;
  return 1;
}

int sampler_find_table(uintptr_t pc, struct table *table) {
  struct dl_find_object module;
  if (_dl_find_object((void *)pc, &module) != 0 || module.dlfo_eh_frame == NULL)
    return 0;
  const uint8_t *entry = search(module.dlfo_eh_frame, pc);
  *table = (struct table){.begin = 0};
  return entry != NULL && read_entry(entry, table, pc);
}
