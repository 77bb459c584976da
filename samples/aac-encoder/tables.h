#ifndef AAC_TABLES_H
#define AAC_TABLES_H

#include <stdint.h>

enum {
    FRAME_LENGTH = 1024, /* spectral lines, and new samples, per frame and channel */
    SHORT_LENGTH = 128,  /* spectral lines of one of the eight short windows */
    SHORT_WINDOWS = 8,
    MAX_SFB_LONG = 51,
    MAX_SFB_SHORT = 15,
    MAX_BANDS = SHORT_WINDOWS * MAX_SFB_SHORT, /* bands of one channel, all groups */
    MAX_CHANNELS = 6
};

/* What the standard fixes for one sampling rate. */
typedef struct RateTables {
    int sample_rate;            /* Hz */
    int long_count;             /* scalefactor bands of a long window */
    int short_count;            /* scalefactor bands of a short window */
    const uint16_t *long_sfb;   /* long_count + 1 line offsets */
    const uint16_t *short_sfb;  /* short_count + 1 line offsets */
    int tns_long_bands;         /* highest band TNS may touch, AAC-LC */
    int tns_short_bands;
} RateTables;

/* Index of `sample_rate` in the standard's table, or -1 when it has none. */
int rate_index_of(int sample_rate);

const RateTables *rate_tables(int rate_index);

#endif
