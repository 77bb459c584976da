/* The parts of ks-noise that no file shows: the transform against the sum that defines it, and whom
 * the system's counters make a suspect. */
#include "../../runtime/os/os.h"
#include "../../runtime/tools/ks-noise/culprits.h"
#include "../../runtime/tools/ks-noise/moments.h"
#include "../../runtime/tools/ks-noise/spectrum.h"
#include "check.h"
#include "made_tree.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static double random_number(void) {
  static uint32_t state = 1;
  state = state * 1664525 + 1013904223;
  return (double)(state >> 8) / (1 << 24) - 0.5;
}

static void test_transform(void) {
  enum { MOST = 256 };
  for (size_t count = 1; count <= MOST; count *= 2) {
    double real[MOST], imaginary[MOST], first_real[MOST], first_imaginary[MOST];
    for (size_t i = 0; i < count; i++) {
      first_real[i] = real[i] = random_number();
      first_imaginary[i] = imaginary[i] = random_number();
    }
    CHECK(transform(real, imaginary, count));
    for (size_t k = 0; k < count; k++) {
      double sum_real = 0, sum_imaginary = 0;
      for (size_t i = 0; i < count; i++) {
        double angle = -2 * 3.14159265358979323846 * (double)(i * k % count) / (double)count;
        sum_real += first_real[i] * cos(angle) - first_imaginary[i] * sin(angle);
        sum_imaginary += first_real[i] * sin(angle) + first_imaginary[i] * cos(angle);
      }
      CHECK(fabs(sum_real - real[k]) < 1e-10 && fabs(sum_imaginary - imaginary[k]) < 1e-10);
    }
  }
}

static void test_percentiles(void) {
  double numbers[] = {5, 1, 4, 2, 3}, median, spread;
  sort_numbers(numbers, 5);
  CHECK(percentile(numbers, 5, 0.5) == 3 && percentile(numbers, 5, 1) == 5);
  CHECK(percentile(numbers, 5, 0.2) == 1 && percentile(numbers, 5, 0.21) == 2);
  CHECK(percentile(numbers, 0, 0.5) == 0);
  find_spread(numbers, 5, &median, &spread);
  CHECK(median == 3 && spread == 1);
}

/* --- A system that counts. */

static char root[] = "/tmp/kasuri-noise-XXXXXX";

static void put_file(const char *path, const char *text) { put_below(root, path, text, ""); }

static const char interrupts[] = "           CPU0       CPU2       \n"
                                 " 24:   %9d          7  GICv2  33 Level     e1000 net\n"
                                 "LOC:   %9d        500  Local timer interrupts\n"
                                 "ERR:          3\n";
static const char softirqs[] = "                    CPU0       CPU2       \n"
                               "          HI:          0          0\n"
                               "       TIMER:  %9d          4\n";
static const char task_stat[] =
    "77 (odd) name)) S 2 0 0 0 -1 2129984 0 0 0 0 0 0 0 0 20 0 1 0 9 0 0 184467 1 1 0 0 0 0 0 "
    "2147483647 0 1 0 0 17 2 0 0 0 0 0";

static void set_counts(int device, int timer, int softirq, int runs) {
  char text[512];
  snprintf(text, sizeof text, interrupts, device, timer);
  put_file("/proc/interrupts", text);
  snprintf(text, sizeof text, softirqs, softirq);
  put_file("/proc/softirqs", text);
  snprintf(text, sizeof text, "1000 2000 %d\n", runs);
  put_file("/proc/77/task/77/schedstat", text);
  put_file("/proc/77/task/77/comm", "odd) name)\n");
  put_file("/proc/77/task/77/stat", task_stat);
  put_file("/proc/88/task/88/comm", "without schedstat\n");
}

static const char *suspects(double hz, int core, const counters *difference) {
  static char text[512];
  name_culprits(hz, 0.1, core, difference, 10, text, sizeof text);
  return text;
}

static void test_counters(void) {
  counters before, after, difference;
  CHECK(mkdtemp(root) != NULL);
  ksi_set_root(root);
  set_counts(100, 1000, 5, 10);
  take_counters(&before);
  set_counts(100 + 1200, 1000 + 2503, 5 + 900, 10 + 470);
  take_counters(&after);
  CHECK(subtract_counters(&before, &after, &difference));
  CHECK(difference.count == 4);
  CHECK(difference.list[0].count == 2503 && strcmp(difference.list[0].key, "LOC") == 0);
  CHECK(strcmp(difference.list[0].name, "Local timer interrupts") == 0);
  CHECK(difference.list[0].core == 0 && difference.list[1].count == 1200);
  CHECK(strcmp(difference.list[1].name, "net") == 0);
  CHECK(
      strstr(suspects(250.3, 0, &difference), "interrupt LOC (Local timer interrupts) on core 0"));
  CHECK(strstr(suspects(250, 0, &difference), "timer tick, HZ=250"));
  CHECK(strstr(suspects(250, 2, &difference), "LOC") == NULL);
  CHECK(strstr(suspects(119, -1, &difference), "24 (net)"));
  CHECK(strstr(suspects(91, 0, &difference), "softirq TIMER on core 0"));
  CHECK(strstr(suspects(47, 2, &difference), "task 77 (odd) name))"));
  CHECK(strcmp(suspects(60, 0, &difference), "") == 0);
  free_counters(&before);
  free_counters(&after);
  free_counters(&difference);
  char command[64];
  snprintf(command, sizeof command, "rm -r %s", root);
  CHECK(system(command) == 0);
}

int main(void) {
  test_transform();
  test_percentiles();
  test_counters();
  puts("passed");
  return 0;
}
