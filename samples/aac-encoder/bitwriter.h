#ifndef AAC_BITWRITER_H
#define AAC_BITWRITER_H

#include <stddef.h>
#include <stdint.h>

/* Bits are appended most significant first to a buffer the caller owns. */
typedef struct BitWriter {
    uint8_t *buffer;
    size_t capacity;  /* bytes */
    size_t position;  /* whole bytes written */
    uint32_t pending; /* bits not yet written, right aligned */
    int pending_bits; /* 0..7 between calls */
    int overflow;     /* set once the buffer was too small; nothing is written beyond */
} BitWriter;

void bw_init(BitWriter *bw, uint8_t *buffer, size_t capacity);

/* Appends the low `count` bits of `value`; count is 0..24. */
void bw_put(BitWriter *bw, uint32_t value, int count);

/* Bits appended so far. */
size_t bw_bits(const BitWriter *bw);

/* Fills the last byte with zero bits and returns the length in bytes. */
size_t bw_align(BitWriter *bw);

#endif
