/* The kinds of this machine's cores, in terms of the plan. */
#ifndef KSI_CORE_KINDS_H
#define KSI_CORE_KINDS_H

#include "../os/coreset.h"

#include <kasuri/kasuri.h>

/* Instead of an index of a planned kind. */
enum {
  KSI_OTHER_KIND = 254,  /* a core of none of the planned kinds */
  KSI_UNKNOWN_KIND = 255 /* the system does not say what it is */
};

/* What the system reports about the core; 0 for what it does not. */
ks_kind ksi_read_core(int core);
/* The planned kind that a core with these figures is of. */
ks_uint8 ksi_match_kind(const ks_kind *planned, int kinds, ks_kind found);
/* The same for all of these cores; `kind_of` has KSI_MOST_CORES entries, all others unknown. */
void ksi_find_kinds(const ks_kind *planned, int kinds, const ksi_coreset *cores, ks_uint8 *kind_of);

#endif
