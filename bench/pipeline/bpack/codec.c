#include "codec.h"

#include <stdlib.h>
#include <string.h>

#define PROB_BITS 11
#define PROB_INIT (1u << (PROB_BITS - 1))
#define MOVE_BITS 5
#define TOP (1u << 24)
#define MAX_CHAIN 48

static void reset_model(model *m) {
  uint16_t *p = (uint16_t *)m;
  for (size_t i = 0; i < sizeof *m / sizeof *p; i++)
    p[i] = PROB_INIT;
}

/* The encoder. */

packer *packer_new(void) {
  packer *p = malloc(sizeof *p);
  if (p == NULL)
    return NULL;
  p->head = malloc(sizeof *p->head << HASH_BITS);
  p->prev = malloc(sizeof *p->prev * BLOCK_SIZE);
  p->out = malloc(PACKED_SIZE);
  if (p->head == NULL || p->prev == NULL || p->out == NULL) {
    packer_free(p);
    return NULL;
  }
  return p;
}

void packer_free(packer *p) {
  if (p == NULL)
    return;
  free(p->head);
  free(p->prev);
  free(p->out);
  free(p);
}

static void put_byte(packer *p, uint8_t byte) {
  if (p->out_length < PACKED_SIZE)
    p->out[p->out_length++] = byte;
}

static void shift_low(packer *p) {
  if ((uint32_t)p->low < 0xff000000u || (p->low >> 32) != 0) {
    uint8_t carry = (uint8_t)(p->low >> 32);
    uint8_t byte = p->cache;
    do {
      put_byte(p, (uint8_t)(byte + carry));
      byte = 0xff;
    } while (--p->cache_size != 0);
    p->cache = (uint8_t)(p->low >> 24);
  }
  p->cache_size++;
  p->low = (p->low & 0x00ffffffu) << 8;
}

static void put_bit(packer *p, uint16_t *prob, int bit) {
  uint32_t bound = (p->range >> PROB_BITS) * *prob;
  if (bit == 0) {
    p->range = bound;
    *prob += (uint16_t)(((1u << PROB_BITS) - *prob) >> MOVE_BITS);
  } else {
    p->low += bound;
    p->range -= bound;
    *prob -= (uint16_t)(*prob >> MOVE_BITS);
  }
  while (p->range < TOP) {
    p->range <<= 8;
    shift_low(p);
  }
}

static void put_raw(packer *p, uint32_t value, int bits) {
  while (bits-- > 0) {
    p->range >>= 1;
    if ((value >> bits) & 1)
      p->low += p->range;
    while (p->range < TOP) {
      p->range <<= 8;
      shift_low(p);
    }
  }
}

static void put_tree(packer *p, uint16_t *probs, int bits, uint32_t symbol) {
  uint32_t node = 1;
  for (int i = bits - 1; i >= 0; i--) {
    int bit = (symbol >> i) & 1;
    put_bit(p, &probs[node], bit);
    node = node << 1 | (uint32_t)bit;
  }
}

static int bits_of(uint32_t value) {
  int bits = 0;
  while (value != 0) {
    bits++;
    value >>= 1;
  }
  return bits;
}

static uint32_t hash_at(const uint8_t *data) {
  uint32_t word = data[0] | (uint32_t)data[1] << 8 | (uint32_t)data[2] << 16;
  return (word * 2654435761u) >> (32 - HASH_BITS);
}

static size_t match_length(const uint8_t *a, const uint8_t *b, size_t most) {
  size_t length = 0;
  while (length < most && a[length] == b[length])
    length++;
  return length;
}

static size_t find_match(const packer *p, const uint8_t *data, size_t at, size_t length, size_t *distance) {
  size_t best = 0, most = length - at < MAX_MATCH ? length - at : MAX_MATCH;
  int32_t candidate = p->head[hash_at(data + at)];
  for (int tries = 0; candidate >= 0 && tries < MAX_CHAIN; tries++) {
    size_t found = match_length(data + at, data + candidate, most);
    if (found > best) {
      best = found;
      *distance = at - (size_t)candidate;
      if (best == most)
        break;
    }
    candidate = p->prev[candidate];
  }
  return best;
}

static void insert(packer *p, const uint8_t *data, size_t at, size_t length) {
  if (at + MIN_MATCH > length)
    return;
  uint32_t hash = hash_at(data + at);
  p->prev[at] = p->head[hash];
  p->head[hash] = (int32_t)at;
}

static void put_match(packer *p, size_t length, size_t distance) {
  int bits = bits_of((uint32_t)distance);
  put_bit(p, &p->probs.is_match[1], 1);
  put_tree(p, p->probs.length, 8, (uint32_t)(length - MIN_MATCH));
  put_tree(p, p->probs.slot, 5, (uint32_t)bits);
  if (bits > 1)
    put_raw(p, (uint32_t)distance & ((1u << (bits - 1)) - 1), bits - 1);
}

static void put_literal(packer *p, uint8_t byte, uint8_t before) {
  put_bit(p, &p->probs.is_match[1], 0);
  put_tree(p, p->probs.literal[before >> 6], 8, byte);
}

size_t pack_block(packer *p, const uint8_t *data, size_t length) {
  reset_model(&p->probs);
  memset(p->head, 0xff, sizeof *p->head << HASH_BITS);
  p->out_length = 0;
  p->low = 0;
  p->range = 0xffffffffu;
  p->cache = 0;
  p->cache_size = 1;
  size_t at = 0;
  while (at < length) {
    size_t distance = 0, found = 0;
    if (at + MIN_MATCH <= length)
      found = find_match(p, data, at, length, &distance);
    if (found >= MIN_MATCH) {
      put_match(p, found, distance);
      for (size_t i = 0; i < found; i++)
        insert(p, data, at + i, length);
      at += found;
    } else {
      put_literal(p, data[at], at > 0 ? data[at - 1] : 0);
      insert(p, data, at, length);
      at++;
    }
  }
  for (int i = 0; i < 5; i++)
    shift_low(p);
  return p->out_length;
}

/* The decoder. */

static uint8_t get_byte(unpacker *u) { return u->in_at < u->in_length ? u->in[u->in_at++] : 0; }

static int get_bit(unpacker *u, uint16_t *prob) {
  uint32_t bound = (u->range >> PROB_BITS) * *prob;
  int bit;
  if (u->code < bound) {
    u->range = bound;
    *prob += (uint16_t)(((1u << PROB_BITS) - *prob) >> MOVE_BITS);
    bit = 0;
  } else {
    u->code -= bound;
    u->range -= bound;
    *prob -= (uint16_t)(*prob >> MOVE_BITS);
    bit = 1;
  }
  while (u->range < TOP) {
    u->range <<= 8;
    u->code = u->code << 8 | get_byte(u);
  }
  return bit;
}

static uint32_t get_raw(unpacker *u, int bits) {
  uint32_t value = 0;
  while (bits-- > 0) {
    u->range >>= 1;
    uint32_t bit = u->code >= u->range;
    if (bit)
      u->code -= u->range;
    value = value << 1 | bit;
    while (u->range < TOP) {
      u->range <<= 8;
      u->code = u->code << 8 | get_byte(u);
    }
  }
  return value;
}

static uint32_t get_tree(unpacker *u, uint16_t *probs, int bits) {
  uint32_t node = 1;
  for (int i = 0; i < bits; i++)
    node = node << 1 | (uint32_t)get_bit(u, &probs[node]);
  return node - (1u << bits);
}

int unpack_block(unpacker *u, const uint8_t *packed, size_t packed_length, uint8_t *data, size_t length) {
  reset_model(&u->probs);
  u->in = packed;
  u->in_length = packed_length;
  u->in_at = 1; /* the first byte of the coder is always 0 */
  u->range = 0xffffffffu;
  u->code = 0;
  for (int i = 0; i < 4; i++)
    u->code = u->code << 8 | get_byte(u);
  size_t at = 0;
  while (at < length) {
    if (!get_bit(u, &u->probs.is_match[1])) {
      uint8_t before = at > 0 ? data[at - 1] : 0;
      data[at++] = (uint8_t)get_tree(u, u->probs.literal[before >> 6], 8);
      continue;
    }
    size_t found = get_tree(u, u->probs.length, 8) + MIN_MATCH;
    int bits = (int)get_tree(u, u->probs.slot, 5);
    size_t distance = bits > 1 ? (1u << (bits - 1)) | get_raw(u, bits - 1) : (size_t)bits;
    if (distance == 0 || distance > at || found > length - at)
      return 0;
    for (size_t i = 0; i < found; i++, at++)
      data[at] = data[at - distance];
  }
  return 1;
}

uint32_t crc32_of(const uint8_t *data, size_t length) {
  uint32_t crc = 0xffffffffu;
  for (size_t i = 0; i < length; i++) {
    crc ^= data[i];
    for (int bit = 0; bit < 8; bit++)
      crc = crc >> 1 ^ (0xedb88320u & (0u - (crc & 1)));
  }
  return ~crc;
}
