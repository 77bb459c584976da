/*
 * Checks the decoder's code words: none begins another of its table, and long codes of
 * coefficients begin with the six zeros that vlc.h relies on. Exit status 1 otherwise.
 */
#include "tables.h"

#include <stdio.h>

typedef struct Word {
    unsigned bits;
    int length;
} Word;

static int begins(Word a, Word b)
{
    return a.length <= b.length && b.bits >> (b.length - a.length) == a.bits;
}

static int is_prefix_free(const char *name, const Word *words, int count)
{
    int is_good = 1;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++)
            is_good &= i == j || !begins(words[i], words[j]);
    }
    if (!is_good)
        printf("%s: a code begins another\n", name);
    return is_good;
}

static int check(const char *name, const Code *codes, int count)
{
    Word words[PATTERN_CODES];
    int used = 0;
    for (int i = 0; i < count && codes[i].length > 0; i++)
        words[used++] = (Word){codes[i].bits, codes[i].length};
    return is_prefix_free(name, words, used);
}

static int check_dct(const char *name, int which)
{
    Word words[DCT_CODES + 2];
    int is_good = 1;
    for (int i = 0; i < DCT_CODES; i++)
        words[i] = (Word){dct_codes[i].bits[which], dct_codes[i].length[which]};
    words[DCT_CODES] = (Word){end_of_block[which].bits, end_of_block[which].length};
    words[DCT_CODES + 1] = (Word){dct_escape.bits, dct_escape.length};
    for (int i = 0; i < DCT_CODES; i++)
        is_good &= words[i].length <= 8 || words[i].bits << (16 - words[i].length) < 1024;
    if (!is_good)
        printf("%s: a long code does not begin with six zeros\n", name);
    return is_prefix_free(name, words, DCT_CODES + 2) && is_good;
}

int main(void)
{
    int is_good = check("increments", increment_codes, INCREMENT_CODES);
    for (int i = 0; i < 3; i++)
        is_good &= check("types", type_codes[i], MAX_TYPE_CODES);
    is_good &= check("patterns", pattern_codes, PATTERN_CODES);
    is_good &= check("motion", motion_codes, MOTION_CODES);
    is_good &= check("luma means", dc_codes[0], DC_CODES);
    is_good &= check("chroma means", dc_codes[1], DC_CODES);
    is_good &= check_dct("table B.14", 0);
    is_good &= check_dct("table B.15", 1);
    return is_good ? 0 : 1;
}
