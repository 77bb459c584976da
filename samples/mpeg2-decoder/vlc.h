#ifndef MPEG2_VLC_H
#define MPEG2_VLC_H

#include "bits.h"
#include "tables.h"

/* What the bits at hand begin with; length 0 if they begin with no code. */
typedef struct VlcEntry {
    int8_t value;
    uint8_t length;
} VlcEntry;

enum { MAX_VLC_BITS = 11 };

/* Indexed by as many bits as the longest code has. */
typedef struct VlcTable {
    int bits;
    VlcEntry entry[1 << MAX_VLC_BITS];
} VlcTable;

enum { DCT_END = 64, DCT_ESCAPE = 65 }; /* in place of a run */

typedef struct DctEntry {
    uint8_t run; /* or DCT_END, DCT_ESCAPE */
    uint8_t level;
    uint8_t length; /* without the sign bit; 0 if no code */
} DctEntry;

/* Codes of 8 bits or less stand in `brief`, indexed by 8 bits; all others begin with six zeros
   and stand in `rare`, indexed by 16 bits, which are then less than 1024. */
typedef struct DctTable {
    DctEntry brief[256];
    DctEntry rare[1024];
} DctTable;

/* All of them; they do not change once they are built. */
typedef struct VlcTables {
    VlcTable increment;
    VlcTable type[3]; /* of macroblocks in I, P, B pictures */
    VlcTable pattern;
    VlcTable motion;
    VlcTable dc[2];
    DctTable dct[2]; /* tables B.14 and B.15 */
} VlcTables;

void vlc_init(VlcTables *tables);

enum { VLC_ERROR = -128 };

/* The value of the next code, or VLC_ERROR, which consumes nothing. */
static inline int vlc_get(const VlcTable *table, BitReader *bits)
{
    VlcEntry entry = table->entry[bits_peek(bits, table->bits)];
    if (entry.length == 0)
        return VLC_ERROR;
    bits_skip(bits, entry.length);
    return entry.value;
}

static inline DctEntry vlc_get_dct(const DctTable *table, BitReader *bits)
{
    uint32_t next = bits_peek(bits, 16);
    DctEntry entry = next < 1024 ? table->rare[next] : table->brief[next >> 8];
    bits_skip(bits, entry.length);
    return entry;
}

#endif
