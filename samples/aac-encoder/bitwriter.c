/*
 * A bit writer.
 *
 * AAC syntax elements are unaligned fields of 1 to 24 bits. They are collected in a
 * 32-bit accumulator that never holds more than 7 bits between calls, so a call adds
 * at most 24 and every full byte leaves at once: no flush can be forgotten except the
 * final bw_align.
 */
#include "bitwriter.h"

void bw_init(BitWriter *bw, uint8_t *buffer, size_t capacity)
{
    bw->buffer = buffer;
    bw->capacity = capacity;
    bw->position = 0;
    bw->pending = 0;
    bw->pending_bits = 0;
    bw->overflow = 0;
}

void bw_put(BitWriter *bw, uint32_t value, int count)
{
    bw->pending = (bw->pending << count) | (value & ((1u << count) - 1u));
    bw->pending_bits += count;
    while (bw->pending_bits >= 8) {
        bw->pending_bits -= 8;
        if (bw->position >= bw->capacity) {
            bw->overflow = 1;
            continue;
        }
        bw->buffer[bw->position++] = (uint8_t)(bw->pending >> bw->pending_bits);
    }
}

size_t bw_bits(const BitWriter *bw)
{
    return bw->position * 8 + (size_t)bw->pending_bits;
}

size_t bw_align(BitWriter *bw)
{
    if (bw->pending_bits > 0)
        bw_put(bw, 0, 8 - bw->pending_bits);
    return bw->position;
}
