/* The locale's character tables of a run: the caller's, in every worker. */
#ifndef KSI_LOCALE_H
#define KSI_LOCALE_H

#include <stdint.h>

enum { KSI_LOCALE_BITS = 24 }; /* of a number below */

/* A number for the calling thread's tables, which changes with each change that a run could see. */
uint32_t ksi_locale_number(void);
/* Makes the calling thread use the program's locale, unless it already has for this number. */
void ksi_adopt_locale(uint32_t number);

#endif
