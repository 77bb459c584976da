/* Sets of cores, and the two ways in which the system writes them: lists ("0-2,5") and masks of
 * hexadecimal groups of 32 ("3,00000007"). */
#ifndef KSI_CORESET_H
#define KSI_CORESET_H

#include <stddef.h>
#include <stdint.h>

enum { KSI_MOST_CORES = 1024 };

typedef struct ksi_coreset {
  uint32_t word[KSI_MOST_CORES / 32];
} ksi_coreset;

/* Long enough for every list that is not made long on purpose. */
enum { KSI_VALUE_BYTES = 384 };

void ksi_add_core(ksi_coreset *set, int core);
void ksi_remove_core(ksi_coreset *set, int core);
int ksi_has_core(const ksi_coreset *set, int core);
int ksi_count_cores(const ksi_coreset *set);
ksi_coreset ksi_join_cores(ksi_coreset a, ksi_coreset b);
ksi_coreset ksi_common_cores(ksi_coreset a, ksi_coreset b);
ksi_coreset ksi_without_cores(ksi_coreset a, ksi_coreset b);
int ksi_are_same_cores(const ksi_coreset *a, const ksi_coreset *b);

/* Whether the text is a set; an empty text is the empty set. */
int ksi_parse_cores(const char *list, ksi_coreset *set);
int ksi_parse_mask(const char *mask, ksi_coreset *set);
/* Whether it fits. The mask has as many groups as `like`, which the system has written. */
int ksi_print_cores(const ksi_coreset *set, char *text, size_t size);
int ksi_print_mask(const ksi_coreset *set, const char *like, char *text, size_t size);

#endif
