/* Wavefronts on one thread, here and for libkasuri-orders.a: whichever part comes first does all
 * rows, in order. What rows may do at the same time is no question of the order of parts: the run
 * of the loops checks it, and ThreadSanitizer (wavefront/wavefront.c). */
#include <kasuri/kasuri.h>

int ks_wave_next(ks_wave_place *place) {
  if (place->ks_of->ks_claimed >= place->ks_of->ks_rows)
    return 0;
  place->ks_row = place->ks_of->ks_claimed++;
  return 1;
}

void ks_wave_enter(ks_wave_place *place, ks_int64 column) { (void)place, (void)column; }

ks_int64 ks_wave_chunk(ks_wave_place *place, ks_int64 column, ks_int64 step, ks_int64 left) {
  (void)place, (void)column, (void)step;
  return left;
}

void ks_wave_finish(ks_wave_place *place) { (void)place; }
