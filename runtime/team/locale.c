/* setlocale is about the whole program, but in the GNU C library each thread has pointers of its
 * own to the tables behind isalpha, toupper and their like. setlocale sets those of the thread that
 * calls it, and new threads begin with the program's. A worker that is older than the call would go
 * on with the old tables:
 *
 *     workers begin;  setlocale(LC_ALL, "de_DE.ISO-8859-1");  isalpha(0xe9)  false in a worker
 *
 * So the caller looks at its tables when a run begins and numbers those that differ from the last
 * run's. A worker that finds a new number asks for the program's locale anew, which sets its
 * pointers. setlocale itself is never part of a layer, and programs with uselocale have none, so
 * the caller uses the program's locale, too. The number comes to workers in a line that they read
 * anyway.
 */
#include "locale.h"

#include <locale.h>

#if defined(__GLIBC__)
#include <ctype.h>
#include <stdatomic.h>

static _Atomic(const void *) last_classes, last_upper;
static _Atomic uint32_t last_number;
static _Thread_local uint32_t adopted;

uint32_t ksi_locale_number(void) {
  const void *classes = *__ctype_b_loc(), *upper = *__ctype_toupper_loc();
  if (classes != atomic_load_explicit(&last_classes, memory_order_relaxed) ||
      upper != atomic_load_explicit(&last_upper, memory_order_relaxed)) {
    atomic_store_explicit(&last_classes, classes, memory_order_relaxed);
    atomic_store_explicit(&last_upper, upper, memory_order_relaxed);
    atomic_fetch_add_explicit(&last_number, 1, memory_order_relaxed);
  }
  return atomic_load_explicit(&last_number, memory_order_relaxed) &
         ((UINT32_C(1) << KSI_LOCALE_BITS) - 1);
}

void ksi_adopt_locale(uint32_t number) {
  if (adopted == number)
    return;
  adopted = number;
  uselocale(LC_GLOBAL_LOCALE);
}
#else
uint32_t ksi_locale_number(void) { return 0; }

void ksi_adopt_locale(uint32_t number) { (void)number; }
#endif
