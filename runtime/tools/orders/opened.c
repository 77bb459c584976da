/* The list of layers that have been opened as pipelines. */
#include "opened.h"

#include "../../pipe/watch.h"

#include <stdlib.h>

static struct opened {
  const ks_layer *layer;
  struct opened *next;
} *opened;

void ksi_watch_pipe(ks_pipe *pipe) {
  for (const struct opened *one = opened; one != NULL; one = one->next)
    if (one->layer == pipe->layer)
      return;
  struct opened *made = malloc(sizeof *made);
  if (made == NULL)
    ksi_fail_pipe(pipe->layer, "out of memory");
  *made = (struct opened){pipe->layer, opened};
  opened = made;
}

uint32_t ksi_orders_of_lanes(const ks_layer *layer, uint32_t parts) {
  for (const struct opened *one = opened; one != NULL; one = one->next)
    if (one->layer == layer)
      return KSI_FIRST_HELD + parts;
  return 0;
}
