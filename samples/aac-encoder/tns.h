#ifndef AAC_TNS_H
#define AAC_TNS_H

#include "filterbank.h"
#include "tables.h"

enum {
    TNS_LONG_ORDER = 12,
    TNS_SHORT_ORDER = 7,
    TNS_RESOLUTION = 4 /* bits per coefficient */
};

/* The filter of one window; order 0 means none. */
typedef struct TnsFilter {
    int order;
    int length;                 /* in scalefactor bands, counted from the top band */
    int index[TNS_LONG_ORDER];  /* quantised reflection coefficients, -8..7 */
} TnsFilter;

/* Where TNS may work; one for long, one for short windows. */
typedef struct TnsLayout {
    int window_lines;
    int windows;
    int max_order;
    int first_band;
    int last_band;        /* first band that is no longer filtered */
    int sfb_count;
    const uint16_t *sfb;
    float least_gain;     /* prediction gain from which the filter pays */
} TnsLayout;

void tns_init(TnsLayout *layout, const RateTables *rate, int is_short, int max_sfb);

/* Chooses a filter for each window and applies it to the spectrum in place. */
void tns_apply(const TnsLayout *layout, float *spectrum, TnsFilter *filter);

#endif
