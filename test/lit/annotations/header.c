/* To other compilers the header and its macros are nothing, in every C.
   RUN: for c in c89 gnu89 c99 c11 c17 c2x; do gcc -std=$c -pedantic -Wall -Wextra -Werror -I %S/../../../include -fsyntax-only %s || exit 1; clang -std=$c -pedantic -Wall -Wextra -Werror -I %S/../../../include -fsyntax-only %s || exit 1; done
   RUN: gcc -E -P -I %S/../../../include %s | FileCheck %s --check-prefix=NOTHING
   RUN: kasuri --dump=model --stop-after=model %s | FileCheck %s
   NOTHING-NOT: ragma
 */
#include <kasuri/annotations.h>

KASURI_PURE
double weight(const double *w, int i);

KASURI_WHOLE KASURI_DEADLINE("33ms")
int work(double *a, double *b, const int *at, int n);

/* CHECK: function work at
 */
/* CHECK-NEXT: annotation whole
 */
/* CHECK-NEXT: annotation deadline("33ms")
 */
int work(double *a, double *b, const int *at, int n) {
  int i;
  double sum = 0;
  /* CHECK: loop {{.*}} annotation independent annotation noalias(a, b) annotation distinct(at) annotation reduction(+: sum) annotation trip_count(1000)
   */
  KASURI_INDEPENDENT
  KASURI_NO_ALIAS(a, b)
  KASURI_DISTINCT(at)
  KASURI_REDUCTION(+, sum)
  KASURI_TRIP_COUNT(1000)
  for (i = 0; i < n; i++) {
    a[at[i]] = b[i];
    sum += weight(b, i);
  }
  /* CHECK: sequence {{.*}} annotation exclude
   */
  KASURI_EXCLUDE
  {
    n++;
  }
  if (n > 3)
    /* CHECK: loop {{.*}} annotation exclude
     */
    KASURI_EXCLUDE
    while (n > 3)
      n--;
  /* CHECK: loop {{.*}} annotation keep_order
   */
  KASURI_KEEP_ORDER
  for (i = 0; i < 3; i++)
    n++;
  return n + (int)sum;
}
