/* CHECK of the runtime's tests: says which condition of which line does not hold, and ends the
 * process.
 *
 * A test that runs inside tasks or in a forked child defines CHECK_END before it includes this, as
 * `exit` would run there what belongs to the parent. */
#ifndef TEST_RUNTIME_CHECK_H
#define TEST_RUNTIME_CHECK_H

#include <stdio.h>
#include <stdlib.h>

#ifndef CHECK_END
#define CHECK_END exit(1)
#endif

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      fprintf(stderr, "%s: line %d: %s\n", __FILE__, __LINE__, #condition);                        \
      CHECK_END;                                                                                   \
    }                                                                                              \
  } while (0)

#endif
