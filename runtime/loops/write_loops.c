/* The profile of a sequential program, written when it ends (docs/formats/profile.md).
 *
 * It is written after the program's own destructors have run. Counters of all threads are
 * added up. The file is written under another name and then renamed, so that nobody reads a part
 * of it. The status of the program does not change, whatever happens here.
 */
#include "../record/clock.h"
#include "../record/write_json.h"
#include "loops.h"

#include "../os/knobs.h"

#include <errno.h>
#include <string.h>

enum { MOST_PROGRAM = 64 };

/* The sum over all threads. */
static ks_loop sum_of(uint32_t id) {
  ks_loop sum = {0};
  for (ks_loop_block *block = ksi_first_block(); block != NULL; block = block->ks_next) {
    const ks_loop *its = &ksi_loops_of(block)[id];
    sum.ks_iterations += ksi_iterations_of(its);
    sum.ks_entries += ksi_entries_of(its);
    sum.ks_nested += its->ks_nested;
    sum.ks_timed += its->ks_timed;
    sum.ks_weights += its->ks_weights;
    sum.ks_ticks += its->ks_ticks;
    sum.ks_inner_ticks += its->ks_inner_ticks;
    sum.ks_parallel_ticks += its->ks_parallel_ticks;
    sum.ks_inside_ticks += its->ks_inside_ticks;
  }
  return sum;
}

static double at_most(double value, double limit) { return value < limit ? value : limit; }

/* The last executions have no timed one behind them that counts for them: the estimates are scaled
 * to all executions. */
static void put_loop(ksi_json *json, const ks_loop_place *place, uint32_t id, double ns_per_tick) {
  const ks_loop sum = sum_of(id);
  const double outermost = (double)(sum.ks_entries - sum.ks_nested);
  const double scale = sum.ks_weights > 0 ? ns_per_tick * outermost / (double)sum.ks_weights : 0;
  const double total = sum.ks_ticks * scale;
  ksi_open_json(json, NULL, '{');
  ksi_put_text(json, "name", place->ks_name);
  ksi_put_text(json, "function", place->ks_function);
  ksi_put_text(json, "file", place->ks_file);
  ksi_put_count(json, "line", place->ks_line);
  ksi_put_text(json, "verdict", place->ks_reason == NULL ? "parallel" : "sequential");
  if (place->ks_reason != NULL) {
    ksi_put_text(json, "kind", place->ks_kind);
    ksi_put_text(json, "reason", place->ks_reason);
  }
  ksi_put_count(json, "entries", sum.ks_entries);
  ksi_put_count(json, "iterations", sum.ks_iterations);
  ksi_put_count(json, "entriesTimed", sum.ks_timed);
  ksi_put_number(json, "totalNs", total);
  ksi_put_number(json, "selfNs", total - at_most(sum.ks_inner_ticks * ns_per_tick, total));
  ksi_put_number(json, "parallelNs", at_most(sum.ks_parallel_ticks * ns_per_tick, total));
  ksi_put_number(json, "insideNs", at_most(sum.ks_inside_ticks * scale, total));
  ksi_close_json(json, '}');
}

static void put_head(ksi_json *json, uint64_t span_ns, double ns_per_tick) {
  static const char *const clocks[] = {"system clock", "time-stamp counter", "generic timer"};
  char program[MOST_PROGRAM];
  ksi_program_name(program, sizeof program);
  ksi_put_text(json, "format", "kasuri-profile");
  ksi_put_count(json, "version", 1);
  ksi_put_text(json, "program", program);
  ksi_put_count(json, "process", ksi_process_id());
  ksi_put_count(json, "beginUnixNs", ksi_unix_ns() - span_ns);
  ksi_put_count(json, "spanNs", span_ns);
  ksi_put_text(json, "end", "exit");
  ksi_put_text(json, "clock", clocks[ksi_times.clock < 3 ? ksi_times.clock : 0]);
  ksi_put_number(json, "clockTickNs", ns_per_tick);
  ksi_put_count(json, "everyRuns", 0);
  ksi_put_text(json, "hardware", "not asked for");
  ksi_put_count(json, "itemsRefused", 0);
}

static void put_omission(ksi_json *json, const ks_loop_omission *omission) {
  ksi_open_line(json, NULL, '{');
  ksi_put_text(json, "name", omission->ks_name);
  ksi_put_text(json, "reason", omission->ks_reason);
  ksi_close_json(json, '}');
}

static void write_profile(FILE *file) {
  const uint64_t span_ns = ksi_now_ns() - ksi_times.begin_ns;
  const uint64_t ticks = ksi_ticks() - ksi_times.begin_ticks;
  const double ns_per_tick = ticks > 0 ? (double)span_ns / (double)ticks : 1;
  ksi_json json = {.file = file};
  ksi_open_json(&json, NULL, '{');
  put_head(&json, span_ns, ns_per_tick);
  ksi_open_json(&json, "lanes", '[');
  ksi_close_json(&json, ']');
  ksi_open_json(&json, "layers", '[');
  ksi_close_json(&json, ']');
  ksi_open_json(&json, "loops", '[');
  for (uint32_t i = 0; i < ks_counted_loops.ks_count; i++)
    put_loop(&json, &ks_counted_loops.ks_places[i], i, ns_per_tick);
  ksi_close_json(&json, ']');
  ksi_open_json(&json, "loopsOmitted", '[');
  for (uint32_t i = 0; i < ks_counted_loops.ks_omission_count; i++)
    put_omission(&json, &ks_counted_loops.ks_omissions[i]);
  ksi_close_json(&json, ']');
  ksi_close_json(&json, '}');
}

/* `suffix` is appended; 0: the path is too long. */
static int append(char path[KSI_MOST_PATH], const char *format, uint32_t number) {
  const size_t length = strlen(path);
  const int added = snprintf(path + length, KSI_MOST_PATH - length, format, (unsigned)number);
  return added >= 0 && (size_t)added < KSI_MOST_PATH - length;
}

/* A child of fork writes to a file of its own. 0: the reason is in errno. */
static int write_file(const char *wanted) {
  char path[KSI_MOST_PATH], temporary[KSI_MOST_PATH];
  errno = ENAMETOOLONG;
  if (!ksi_make_path(path, wanted))
    return 0;
  const int has_number = strstr(wanted, "%p") != NULL;
  if (ksi_times.is_child && !has_number && !append(path, ".%u", ksi_process_id()))
    return 0;
  const int is_plain = ksi_is_plain_file(path);
  memcpy(temporary, path, sizeof temporary);
  if (is_plain && !append(temporary, ".%u.part", ksi_process_id()))
    return 0;
  FILE *file = fopen(temporary, "w");
  if (file == NULL)
    return 0;
  write_profile(file);
  const int has_failed = ferror(file);
  const int is_written = fclose(file) == 0 && !has_failed;
  if (is_plain && (!is_written || rename(temporary, path) != 0)) {
    const int problem = errno;
    remove(temporary);
    errno = problem;
    return 0;
  }
  return is_written;
}

/* A child that has entered no loop is of no interest. */
static int has_entered_loops(void) {
  for (uint32_t i = 0; i < ks_counted_loops.ks_count; i++)
    if (sum_of(i).ks_entries > 0)
      return 1;
  return 0;
}

void ksi_write_loops(void) {
  if (ksi_times.is_child && !has_entered_loops())
    return;
  const char *path = ksi_read_loop_profile();
  if (!write_file(path != NULL ? path : ks_counted_loops.ks_path))
    ksi_say("cannot write the profile '%s': %s", path != NULL ? path : ks_counted_loops.ks_path,
            strerror(errno));
}
