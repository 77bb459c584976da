/*
 * Tables that find a code by the bits it begins with.
 *
 * A code of n bits in a table of b bits stands at all 2^(b - n) places whose first n bits are
 * the code; what remains empty is no code at all. The codes of the standard are listed in
 * tables.c.
 */
#include "vlc.h"

#include <string.h>

static void add_code(VlcTable *table, Code code)
{
    int free_bits = table->bits - code.length;
    VlcEntry entry = {code.value, code.length};
    for (int i = 0; i < 1 << free_bits; i++)
        table->entry[(code.bits << free_bits) + i] = entry;
}

static void build(VlcTable *table, const Code *codes, int count)
{
    table->bits = 0;
    for (int i = 0; i < count; i++) {
        if (codes[i].length > table->bits)
            table->bits = codes[i].length;
    }
    memset(table->entry, 0, sizeof table->entry);
    for (int i = 0; i < count && codes[i].length > 0; i++)
        add_code(table, codes[i]);
}

static void add_dct_code(DctTable *table, unsigned bits, DctEntry entry)
{
    DctEntry *place = table->brief;
    int free_bits = 8 - entry.length;
    if (free_bits < 0) {
        place = table->rare;
        free_bits = 16 - entry.length;
    }
    for (int i = 0; i < 1 << free_bits; i++)
        place[(bits << free_bits) + (unsigned)i] = entry;
}

static void build_dct(DctTable *table, int which)
{
    Code end = end_of_block[which];
    memset(table, 0, sizeof *table);
    for (int i = 0; i < DCT_CODES; i++) {
        const DctCode *code = &dct_codes[i];
        DctEntry entry = {code->run, code->level, code->length[which]};
        add_dct_code(table, code->bits[which], entry);
    }
    add_dct_code(table, end.bits, (DctEntry){DCT_END, 0, end.length});
    add_dct_code(table, dct_escape.bits, (DctEntry){DCT_ESCAPE, 0, dct_escape.length});
}

void vlc_init(VlcTables *tables)
{
    build(&tables->increment, increment_codes, INCREMENT_CODES);
    build(&tables->pattern, pattern_codes, PATTERN_CODES);
    build(&tables->motion, motion_codes, MOTION_CODES);
    for (int i = 0; i < 3; i++)
        build(&tables->type[i], type_codes[i], MAX_TYPE_CODES);
    for (int i = 0; i < 2; i++) {
        build(&tables->dc[i], dc_codes[i], DC_CODES);
        build_dct(&tables->dct[i], i);
    }
}
