/* Layers inside layers: a group is a team of some of the team's threads.
 *
 *   outer layer      worker 0: row A ............   worker 1: row B ......
 *   threads          0 leads 1 and 2                3 leads 4
 *   layers of A, B   on 0, 1, 2                     on 3, 4
 *
 * A layer of groups has rows for the leaders only. Its other threads get no rows of it and are not
 * part of it: they sit where they always sit, each waiting at its own ticket, spinning and then
 * asleep. What changes hands is the right to offer rows at those tickets. The caller gives it to a
 * leader together with the leader's rows, and has it back when these are over; so one thread at a
 * time may write to a ticket, and nothing new is waited for. test/runtime/group.pml is the model.
 *
 * A thread's place says which team it is offered rows of, and as which of its workers. The caller
 * writes that before the outer rows are offered, and writes it back when they are over. A thread
 * reads it when it has taken an offer, never before. Groups are neighbours: places are in the order
 * of the cores, which is that of the clusters, so a group shares what its cores share.
 *
 * A group has its own counters, base, errno and floating-point state: it is a ksi_team, and a layer
 * in it is run by dispatch.c, like every other. So groups can have groups in turn, all that is said
 * there about workers that do not come holds in a group, and a layer without groups does nothing
 * for them. Should a leader not come, the caller runs its rows and leads its group meanwhile.
 *
 * Whether an inner layer pays is not measured on its own, since several groups may run the same one
 * at a time: the outer one is, with what the groups' threads did counted in. The memory of a group
 * is used again and never given back: the last of a run may still look for sleepers at a counter
 * when everybody else has gone on (parking.c).
 */
#include "group.h"

static uint32_t size_of(const ks_uint16 *sizes, int worker) {
  return sizes[worker] > 0 ? sizes[worker] : 1;
}

int ksi_count_in_groups(const ks_table *table, const ks_uint16 *sizes) {
  uint32_t count = 0;
  for (int worker = 0; worker < table->ks_worker_count; worker++)
    count += size_of(sizes, worker);
  return (int)count;
}

static ksi_place *place_of(const ksi_team *team, int number) {
  return &team->root->worker[number].own;
}

/* A group of `size` threads, from the one with the number `first` on. NULL if there is no memory.
 */
static ksi_team *make_group(ksi_team *team, int leader, int first, int size) {
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
  group->first_number = first;
  for (int worker = 0; worker < size; worker++)
    ksi_seat(group, worker, place_of(team, first + worker));
  return group;
}

void ksi_begin_groups(ksi_team *team, const ks_table *table, const ks_uint16 *sizes, int workers) {
  const int leaders = table->ks_worker_count;
  const uint64_t wanted = (uint64_t)(ksi_count_in_groups(table, sizes) - leaders),
                 spare = (uint64_t)(workers - leaders), more = wanted < spare ? wanted : spare;
  int number = team->first_number;
  uint64_t before = 0;
  for (int leader = 0; leader < leaders; leader++) {
    const uint64_t upto = before + size_of(sizes, leader) - 1;
    const int size = wanted > 0 ? (int)(1 + more * upto / wanted - more * before / wanted) : 1;
    ksi_seat(team, leader, place_of(team, number));
    team->share[leader].group = size > 1 ? make_group(team, leader, number, size) : NULL;
    number += size;
    before = upto;
  }
}

void ksi_end_groups(ksi_team *team) {
  for (int worker = 0; worker < team->workers; worker++) {
    ksi_seat(team, worker, place_of(team, team->first_number + worker));
    team->share[worker].group = NULL;
  }
}
