/* Layers of up to three tasks on two workers, written by hand. */
#include <kasuri/kasuri.h>

#include <stddef.h>
#include <stdint.h>

#define ROW(task, part, parts, first_wait, waits)                                                  \
  {task, part, parts, first_wait, waits, KS_LEVEL_KEEP, KS_IDLE_SPIN, 1000}

#define RUN(frame, tasks, ...)                                                                     \
  do {                                                                                             \
    static const ks_table tables[] = {__VA_ARGS__};                                                \
    static const ks_layer layer = {KS_ABI_VERSION,                                                 \
                                   "by hand",                                                      \
                                   tasks,                                                          \
                                   tables,                                                         \
                                   sizeof(tasks) / sizeof(tasks)[0],                               \
                                   sizeof(tables) / sizeof(tables)[0]};                            \
    if (ks_workers(&layer) > 1)                                                                    \
      ks_run(&layer, frame);                                                                       \
  } while (0)
