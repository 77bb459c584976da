/* Memory that continues with its own beginning. */
#ifndef KSI_OS_RING_H
#define KSI_OS_RING_H

#include <stddef.h>

size_t ksi_page_bytes(void);
/* `bytes` (whole pages) of zeroed memory that are seen twice, one behind the other; NULL if the
 * system refuses. A child of fork does not have it. */
void *ksi_map_twice(size_t bytes);
void ksi_unmap_twice(void *memory, size_t bytes);

#endif
