/* Layers inside layers: a group is a team of some of the team's threads.
 *
 *   outer layer      worker 0: row A ............   worker 1: row B ......
 *   threads          0 leads 1 and 2                3 leads 4
 *   layers of A, B   on 0, 1, 2                     on 3, 4
 *
 * A layer of groups has rows for the leaders only. Its other threads get no rows and are not part
 * of the layer. Each waits at its own ticket as usual, first spinning and then asleep. Only the
 * right to offer rows at these tickets changes hands. The caller gives it to a leader together with
 * the leader's rows, and gets it back when these are complete. So one thread at a time may write to
 * a ticket, and there are no additional waits. test/runtime/group.pml is the model.
 *
 * A thread's place says which team offers it rows, and as which of that team's workers. The caller
 * writes the place before it offers the outer rows, and restores it when they are complete. A
 * thread reads it only after it has taken an offer. The threads of a group are neighbors: places
 * are in the order of the cores, which is that of the clusters. So a group shares the caches of its
 * cores.
 *
 * A group is a ksi_team with its own counters, base, errno and floating-point state. dispatch.c
 * runs a layer in it like any other. So groups can have groups in turn, and the rules for workers
 * that do not come also hold in a group. Layers without groups have no cost for this. If a leader
 * does not come, the caller runs its rows and leads its group meanwhile.
 *
 * Inner layers are not measured separately, because several groups may run the same layer at the
 * same time. The outer layer is measured, including the work of the groups' threads. The memory of
 * a group is reused but never freed: the last thread of a run may still look for sleepers at a
 * counter when all others have continued (parking.c).
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

/* A group of `size` threads, starting with number `first`. NULL if there is no memory. */
static ksi_team *make_group(ksi_team *team, int leader, int first, int size) {
  ksi_team *group = ksi_prepare_group(team, leader, size);
  if (group == NULL)
    return NULL;
  group->first_number = first;
  for (int worker = 0; worker < size; worker++)
    ksi_seat(group, worker, place_of(team, first + worker));
  return group;
}

int ksi_choose_groups(const ks_groups *groups, int workers) {
  const ks_layer *layer = &groups->ks_described;
  int chosen = -1, is_whole = 0;
  for (int i = 0; i < layer->ks_table_count; i++) {
    const ks_table *table = &layer->ks_tables[i];
    const int fits = ksi_count_in_groups(table, groups->ks_sizes[i]) <= workers;
    if (fits || (!is_whole && table->ks_worker_count <= workers))
      chosen = i;
    is_whole |= fits;
  }
  return chosen;
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
