/* Changes of frequency by ks-probe on a clock and a core of the test's own: what is written to the
 * files of a recorded board takes effect some time later, and each look at the clock takes as long
 * as work does at the frequency of that moment. So the delays that ks-probe finds must be those
 * that are built in here. */
#include "../../runtime/os/os.h"
#include "../../runtime/tools/ks-probe/machine.h"
#include "check.h"
#include "made_tree.h"

#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LOW = 600000, HIGH = 1800000 };

static uint64_t now_ns = 1000000000, effective_at;
static long khz = HIGH, next_khz = HIGH;
static uint64_t up_ns, down_ns, call_ns; /* as built in */
static int is_fixed;                     /* the core does not follow */

uint64_t __wrap_ksi_now_ns(void);
uint64_t __wrap_ksi_now_ns(void) {
  if (now_ns >= effective_at)
    khz = next_khz;
  now_ns += is_fixed ? 8000 : UINT64_C(8000) * HIGH / (uint64_t)khz;
  return now_ns;
}

static void request(const char *text) {
  long wanted = atol(text);
  now_ns += call_ns;
  if (wanted == 0 || wanted == next_khz)
    return;
  next_khz = wanted;
  effective_at = now_ns - call_ns + (wanted == HIGH ? up_ns : down_ns);
}

int __real_ksi_write_text(const char *path, const char *text);
int __wrap_ksi_write_text(const char *path, const char *text);
int __wrap_ksi_write_text(const char *path, const char *text) {
  request(text);
  return __real_ksi_write_text(path, text);
}

ssize_t __real_pwrite(int file, const void *text, size_t size, off_t at);
ssize_t __wrap_pwrite(int file, const void *text, size_t size, off_t at);
ssize_t __wrap_pwrite(int file, const void *text, size_t size, off_t at) {
  request(text);
  return __real_pwrite(file, text, size, at);
}

/* --- The board. */

static char root[] = "/tmp/kasuri-dvfs-XXXXXX";

static void put_file(const char *path, const char *text) { put_below(root, path, text, ""); }

#define POLICY "/sys/devices/system/cpu/cpufreq/policy0/"

static void make_board(void) {
  ksi_coreset usable;
  char cores[KSI_VALUE_BYTES];
  CHECK(mkdtemp(root) != NULL);
  CHECK(ksi_get_affinity(&usable) == 0 && ksi_print_cores(&usable, cores, sizeof cores));
  put_file("/run/here", "");
  put_file("/sys/devices/system/cpu/online", cores);
  put_file(POLICY "related_cpus", cores);
  put_file(POLICY "scaling_available_frequencies", "600000 1200000 1800000\n");
  put_file(POLICY "scaling_available_governors", "userspace schedutil\n");
  put_file(POLICY "scaling_governor", "conservative\n");
  put_file(POLICY "scaling_min_freq", "600000\n");
  put_file(POLICY "scaling_max_freq", "1800000\n");
  put_file(POLICY "scaling_setspeed", "<unsupported>\n");
  put_file(POLICY "cpuinfo_transition_latency", "50000\n");
  ksi_set_root(root);
}

static int holds(const char *name, const char *wanted) {
  char path[128], text[64];
  snprintf(path, sizeof path, POLICY "%s", name);
  return ksi_read_text(path, text, sizeof text) > 0 && strcmp(text, wanted) == 0;
}

/* To the length of some pieces of work at the slower frequency, and the writes themselves. */
static int is_about(double found, uint64_t wanted) { return fabs(found - (double)wanted) < 80000; }

static void test_delays(uint64_t up, uint64_t down, int does_follow) {
  machine found;
  up_ns = up;
  down_ns = down;
  call_ns = 5000;
  is_fixed = !does_follow;
  CHECK(read_machine(&found, 0));
  CHECK(found.domain_count == 1 && found.usable_count > 0);
  measure_frequency_changes(&found);
  CHECK(found.path_count == 5);
  for (int i = 0; i < 4; i++) {
    const dvfs_path *path = &found.paths[i];
    fprintf(stderr, "%s: call %.0f ns, up %.0f ns, down %.0f ns %s\n", path->name, path->write_ns,
            path->up_ns, path->down_ns, path->why_not);
    CHECK(*path->why_not == '\0' && path->low_khz == LOW && path->high_khz == HIGH);
    CHECK(path->write_ns >= (double)call_ns && path->write_ns < 100000);
    CHECK(does_follow ? is_about(path->up_ns, up) : path->up_ns < 0);
    CHECK(does_follow ? is_about(path->down_ns, down) : path->down_ns < 0);
  }
  CHECK(strstr(found.paths[4].why_not, "only schedutil honors clamps") != NULL);
  CHECK(does_follow || strstr(found.notes[found.note_count - 1], "runs equally fast") != NULL);
  CHECK(holds("scaling_governor", "conservative"));
  CHECK(holds("scaling_min_freq", "600000") && holds("scaling_max_freq", "1800000"));
  free_machine(&found);
}

int main(void) {
  char command[64];
  make_board();
  test_delays(1700000, 900000, 1); /* a regulator, as in the OSCAR paper */
  test_delays(300000, 200000, 1);
  test_delays(0, 0, 1); /* in the call */
  test_delays(100000, 100000, 0);
  snprintf(command, sizeof command, "rm -r %s", root);
  CHECK(system(command) == 0);
  puts("passed");
  return 0;
}
