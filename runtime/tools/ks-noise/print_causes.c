/* The causes of detours for people: for each thread a table of what took its time, and how to
 * silence each. */
#include "advice.h"
#include "analysis.h"

#include <string.h>

enum { ADVICE_BYTES = 512, WIDTH = 94 };

static const evidence *evidence_of(const measurement *of) { return of->evidence; }

/* In lines of a readable width, each indented. */
static void print_wrapped(FILE *file, const char *indent, const char *text) {
  size_t width = 0;
  fputs(indent, file);
  for (const char *word = text; *word != '\0';) {
    size_t length = 0;
    while (word[length] != '\0' && word[length] != ' ')
      length++;
    if (width > 0 && width + 1 + length > WIDTH) {
      fprintf(file, "\n%s", indent);
      width = 0;
    }
    width += (size_t)fprintf(file, "%s%.*s", width > 0 ? " " : "", (int)length, word);
    word += length;
    while (*word == ' ')
      word++;
  }
  fputc('\n', file);
}

/* Once for all causes of which it is true. */
static void print_advice(FILE *file, const measurement *of, const thread_analysis *thread,
                         const cause_total *total) {
  const cause *causes = evidence_of(of)->trace.causes;
  char advice[ADVICE_BYTES], other[ADVICE_BYTES];
  advise(&causes[total->cause], thread->series.core, advice, sizeof advice);
  for (const cause_total *each = thread->causes.totals; each < total; each++) {
    advise(&causes[each->cause], thread->series.core, other, sizeof other);
    if (strcmp(advice, other) == 0)
      return;
  }
  print_wrapped(file, "      ", advice);
}

static void print_total(FILE *file, const measurement *of, const thread_analysis *thread,
                        const cause_total *total) {
  char name[128], text[3][24];
  const cause *each = &evidence_of(of)->trace.causes[total->cause];
  double all = thread->detours.total_ns;
  name_cause(each, name, sizeof name);
  if (evidence_of(of)->has_trace)
    fprintf(file, "  %10s %5.1f%%  in %zu detour%s, at most %s: %s\n",
            print_duration(text[0], total->total_ns), all > 0 ? 100 * total->total_ns / all : 0,
            total->detours, total->detours == 1 ? "" : "s",
            print_duration(text[1], total->longest_ns), name);
  else
    fprintf(file, "  counted around %zu detour%s: %s\n", total->detours,
            total->detours == 1 ? "" : "s", name);
  print_advice(file, of, thread, total);
}

static void print_facts(FILE *file, const evidence *in) {
  char text[24];
  for (size_t i = 0; i < in->fact_count; i++) {
    const core_facts *each = &in->facts[i];
    if (each->has_smis)
      fprintf(file, "core %d: %llu firmware interrupt%s (SMI)\n", each->core,
              (unsigned long long)each->smis, each->smis == 1 ? "" : "s");
    if (each->has_steal && each->steal_ns > 0)
      fprintf(file, "core %d: the hypervisor reports %s of steal time, in steps of 10 ms\n",
              each->core, print_duration(text, (double)each->steal_ns));
  }
}

void print_causes(FILE *file, const measurement *of, size_t limit) {
  const evidence *in = of->evidence;
  if (in == NULL)
    return;
  fputs("\ncauses\n", file);
  if (!in->has_trace)
    fprintf(file,
            "no trace (%s): what the system counted on the core around the detours is suspected\n",
            in->problem);
  else
    fprintf(file, "source: %s, %zu intervals%s\n", in->source, in->trace.count,
            in->is_virtual_machine ? "; this is a virtual machine" : "");
  if (in->trace.lost > 0)
    fprintf(file, "%llu events were lost; nothing is concluded where they are missing\n",
            (unsigned long long)in->trace.lost);
  print_facts(file, in);
  for (size_t i = 0; i < of->count; i++) {
    const thread_analysis *each = &of->threads[i];
    fprintf(file, "thread %d:%s\n", each->series.thread,
            each->causes.total_count == 0 ? " none" : "");
    for (size_t j = 0; j < each->causes.total_count && j < limit; j++)
      print_total(file, of, each, &each->causes.totals[j]);
    if (each->causes.total_count > limit)
      fprintf(file, "  and %zu more (--list=N)\n", each->causes.total_count - limit);
  }
}

void print_detour_causes(FILE *file, const measurement *of, const thread_analysis *thread,
                         size_t index) {
  if (of->evidence == NULL || thread->causes.of == NULL)
    return;
  const detour_causes *in = &thread->causes.of[index];
  char name[128], text[24];
  for (int i = 0; i < in->count; i++) {
    name_cause(&evidence_of(of)->trace.causes[in->share[i].cause], name, sizeof name);
    fprintf(file, "%s%s", i == 0 ? ": " : ", ", name);
    if (in->share[i].ns > 0)
      fprintf(file, " %s", print_duration(text, in->share[i].ns));
    else
      fputc('?', file);
  }
}
