/*
 * The coefficients of a block, from their codes.
 *
 * A code says how many zeros come before the next coefficient and how large it is, up to its
 * sign; rare pairs are written out behind an escape. Only what is not zero is stored, at its
 * place in the block (the scan), still as the level that was sent: scaling is left to the
 * transform, which can then do all of a block at once.
 *
 * The first coefficient of an intra block is the mean of its samples and is sent as a
 * difference from the block before. Standard: ISO/IEC 13818-2, 7.2.
 */
#include "stages.h"

#include <string.h>

static int sign_extend(uint32_t value, int count)
{
    return (int)value - (value >> (count - 1) ? 1 << count : 0);
}

/* Reads coefficients from number `next` in scan order to the end of the block. */
static int decode_rest(const DctTable *table, const uint8_t *scan, BitReader *bits, int next,
                       int16_t block[64])
{
    for (;;) {
        DctEntry entry = vlc_get_dct(table, bits);
        int run = entry.run;
        int level = entry.level;
        if (entry.length == 0)
            return 0;
        if (run == DCT_END)
            return 1;
        if (run == DCT_ESCAPE) {
            run = (int)bits_get(bits, 6);
            level = sign_extend(bits_get(bits, 12), 12);
            if (level == 0 || level == -2048)
                return 0;
        } else if (bits_flag(bits)) {
            level = -level;
        }
        next += run;
        if (next > 63)
            return 0;
        block[scan[next++]] = (int16_t)level;
    }
}

static const uint8_t *scan_of(const PictureHeader *header)
{
    return header->is_alternate_scan ? alternate_scan : zigzag_scan;
}

int decode_intra_block(const VlcTables *tables, const PictureHeader *header, BitReader *bits,
                       int is_chroma, int *dc, int16_t block[64])
{
    int size = vlc_get(&tables->dc[is_chroma], bits);
    if (size == VLC_ERROR)
        return 0;
    if (size > 0) {
        int difference = (int)bits_get(bits, size);
        if (difference < 1 << (size - 1)) /* negative ones are sent less one */
            difference -= (1 << size) - 1;
        *dc += difference;
    }
    if (*dc < 0 || *dc >= 256 << header->dc_precision)
        return 0;
    memset(block, 0, 64 * sizeof *block);
    block[0] = (int16_t)*dc;
    return decode_rest(&tables->dct[header->intra_table], scan_of(header), bits, 1, block);
}

int decode_inter_block(const VlcTables *tables, const PictureHeader *header, BitReader *bits,
                       int16_t block[64])
{
    int next = 0;
    memset(block, 0, 64 * sizeof *block);
    if (bits_peek(bits, 1)) { /* the end cannot come first, so its code begins a plus or minus 1 */
        bits_skip(bits, 1);
        block[next++] = bits_flag(bits) ? -1 : 1;
    }
    return decode_rest(&tables->dct[0], scan_of(header), bits, next, block);
}
