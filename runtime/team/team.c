/* The data of a team: memory, seats, and the layer that the calling thread is in. Nothing runs
 * here. So all files that run layers may use it without depending on each other. */
#include "team.h"

#include <stdlib.h>
#include <string.h>

_Thread_local ksi_here ksi_current;
_Thread_local int ksi_inside;
_Thread_local ksi_scratched ksi_last_scratched;

ksi_team *ksi_new_team(int workers) {
  const size_t count = (size_t)workers, bytes = sizeof(ksi_team) +
                                                count * (sizeof(ksi_worker) + sizeof(ksi_share)) +
                                                (count + 1) * sizeof(ks_table);
  ksi_team *made = aligned_alloc(128, (bytes + 127) / 128 * 128);
  if (made == NULL)
    return NULL;
  memset(made, 0, bytes);
  made->workers = made->max_workers = workers;
  made->share = (ksi_share *)&made->worker[workers];
  made->graph_table = (ks_table *)&made->share[workers];
  made->root = made;
  return made;
}

void ksi_seat(ksi_team *team, int worker, ksi_place *place) {
  team->share[worker].place = place;
  if (worker == 0) /* is offered nothing */
    return;
  place->team = team;
  place->worker = worker;
  atomic_store_explicit(&place->is_late, 0, memory_order_relaxed);
}

ksi_team *ksi_prepare_group(ksi_team *team, int leader, int size) {
  ksi_share *its = &team->share[leader];
  if (its->kept == NULL)
    its->kept = ksi_new_team(team->max_workers);
  ksi_team *group = its->kept;
  if (group == NULL)
    return NULL;
  group->root = team->root;
  group->power = team->power;
  group->is_adaptive = team->is_adaptive;
  group->is_together = team->is_together;
  group->workers = size;
  group->give_back = NULL;
  group->give_way = NULL;
  return group;
}

ksi_team *ksi_own_group(void) {
  const ksi_here *here = &ksi_current;
  return here->team != NULL ? here->team->share[here->worker].group : NULL;
}
