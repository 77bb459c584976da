#ifndef MPEG2_BITS_H
#define MPEG2_BITS_H

#include <stddef.h>
#include <stdint.h>

/* Zero bytes that must follow the bytes of a reader. Among zeros all codes but those of DC sizes
   are wrong, and behind these comes another one; so a reader that runs over its end stops there,
   and fewer than 64 bits are read between two codes: these bytes are all it can touch. */
enum { BITS_PADDING = 16 };

/* Bits are read most significant first. */
typedef struct BitReader {
    const uint8_t *data;
    size_t position; /* in bits from data */
    size_t end;      /* in bits from data; a position behind it means that data is missing */
} BitReader;

static inline BitReader bits_open(const uint8_t *data, size_t bytes)
{
    BitReader bits = {data, 0, bytes * 8};
    return bits;
}

/* The next `count` bits, 1..25, without consuming them. */
static inline uint32_t bits_peek(const BitReader *bits, int count)
{
    const uint8_t *at = bits->data + (bits->position >> 3);
    uint32_t word = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
    return word << (bits->position & 7) >> (32 - count);
}

static inline void bits_skip(BitReader *bits, int count)
{
    bits->position += (size_t)count;
}

static inline uint32_t bits_get(BitReader *bits, int count)
{
    uint32_t value = bits_peek(bits, count);
    bits_skip(bits, count);
    return value;
}

static inline int bits_flag(BitReader *bits)
{
    return (int)bits_get(bits, 1);
}

static inline int bits_overrun(const BitReader *bits)
{
    return bits->position > bits->end;
}

#endif
