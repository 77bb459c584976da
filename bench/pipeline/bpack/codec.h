/* A block codec: Lempel-Ziv matches, coded with an adaptive binary range coder. */
#ifndef CODEC_H
#define CODEC_H

#include <stddef.h>
#include <stdint.h>

#define BLOCK_SIZE 65536
#define PACKED_SIZE (BLOCK_SIZE + BLOCK_SIZE / 4 + 64)
#define MAGIC 0x4b415042u /* "BPAK" */

#define HASH_BITS 15
#define MIN_MATCH 3
#define MAX_MATCH (MIN_MATCH + 255)

typedef struct model {
  uint16_t is_match[2];
  uint16_t literal[4][256];
  uint16_t length[256];
  uint16_t slot[32];
} model;

typedef struct packer {
  model probs;
  int32_t *head; /* by hash: the last position */
  int32_t *prev; /* by position: the one before with its hash */
  uint8_t *out;
  size_t out_length;
  uint64_t low;
  uint32_t range;
  uint8_t cache;
  uint64_t cache_size;
} packer;

packer *packer_new(void);
void packer_free(packer *p);
/* Returns the number of bytes in p->out. */
size_t pack_block(packer *p, const uint8_t *data, size_t length);

typedef struct unpacker {
  model probs;
  const uint8_t *in;
  size_t in_length, in_at;
  uint32_t range, code;
} unpacker;

/* Returns 0 if the packed data are broken. */
int unpack_block(unpacker *u, const uint8_t *packed, size_t packed_length, uint8_t *data, size_t length);

uint32_t crc32_of(const uint8_t *data, size_t length);

#endif
