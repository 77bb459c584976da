/* setlocale affects the whole program. But in the GNU C library each thread has its own pointers to
 * the tables behind isalpha, toupper and similar functions. setlocale updates the pointers of the
 * calling thread, and new threads start with the program's. A worker that is older than the call
 * would continue with the old tables:
 *
 *     workers start;  setlocale(LC_ALL, "de_DE.ISO-8859-1");  isalpha(0xe9)  false in a worker
 *
 * So the caller checks its tables when a run starts, and increments a number if they differ from
 * those of the last run. A worker that finds a new number selects the program's locale again, which
 * updates its pointers. setlocale itself is never part of a layer, and programs with uselocale have
 * no layers, so the caller always uses the program's locale. Workers read the number in a cache
 * line that they read anyway.
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
