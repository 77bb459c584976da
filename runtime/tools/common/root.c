/* A mistyped root would be an unknown system, so it is refused. */
#include "root.h"

#include "../../os/os.h"

#include <unistd.h>

int use_root(const char *folder) {
  if (access(ksi_join(folder, "proc").text, F_OK) != 0 &&
      access(ksi_join(folder, "sys").text, F_OK) != 0)
    return 0;
  ksi_set_root(folder);
  return 1;
}
