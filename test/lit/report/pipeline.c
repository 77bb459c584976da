// The report draws a pipeline of the plan: what an iteration does, which iterations run when, and how fast that is. With a
// profile, measured work and waiting replace the estimate.
// RUN: rm -rf %t && mkdir %t && cp %s %t/pipeline.c && cd %t
// RUN: kasuri pipeline.c --cores=3 --report=r
// RUN: python3 %S/Inputs/check_schema.py %S/../../../docs/formats/report.schema.json r/report.json
// RUN: python3 %S/Inputs/list_pipeline.py r/report.json | FileCheck %s
// RUN: FileCheck %s --check-prefix=HTML < r/report.html
// RUN: python3 %S/Inputs/check_page.py r/report.html r/report.json
// RUN: python3 %S/Inputs/write_segments.py r/report.json > profile.json
// RUN: kasuri pipeline.c --cores=3 --report=m --profile=profile.json
// RUN: python3 %S/Inputs/check_schema.py %S/../../../docs/formats/report.schema.json m/report.json
// RUN: python3 %S/Inputs/list_pipeline.py m/report.json | FileCheck %s --check-prefix=MEASURED
// RUN: FileCheck %s --check-prefix=HTML-MEASURED < m/report.html
#include <stdio.h>

enum { N = 1000 };
struct node {
  struct node *next;
  unsigned char v[N];
};

static double work(const unsigned char *p) {
  double s = 0;
  for (int k = 0; k < 50; k++)
    for (int i = 0; i < N; i++)
      s = s * 0.5 + p[i];
  return s;
}

static double all(struct node *first) {
  double sum = 0;
  // CHECK: stage [[#@LINE+9]] to [[#@LINE+9]] ordered estimated
  // CHECK-NEXT: stage [[#@LINE+9]] to [[#@LINE+9]] parallel estimated
  // CHECK-NEXT: stage [[#@LINE+9]] to [[#@LINE+12]] ordered estimated, the longest
  // CHECK-NEXT: limit as of the longest
  // CHECK-NEXT: 2 cores: 6 iterations in order, none on two cores, ordered stages apart
  // CHECK-NEXT: 3 cores: 9 iterations in order, none on two cores, ordered stages apart
  // MEASURED: stage [[#@LINE+3]] to [[#@LINE+3]] ordered measured 1000, waits 100
  // MEASURED-NEXT: stage [[#@LINE+3]] to [[#@LINE+3]] parallel measured 62000, waits 300
  // MEASURED-NEXT: stage [[#@LINE+3]] to [[#@LINE+6]] ordered measured 9000, waits 200, the longest
  for (struct node *p = first; p; p = p->next) {
    double r = work(p->v);
    sum = sum * 0.5 + r;
    printf("%g\n", r);
    fputs("\n",
          stdout);
  }
  return sum;
}

// HTML: <h3 id="pipelines">Pipelines</h3>
// HTML: <h4><a href="#f{{.*}}">all@pipeline.c:41</a></h4><p>An iteration takes {{.*}}. Its longest ordered segment, lines 43 to 46, is {{.*}} of that, so the loop is at most {{.*}} times faster on any number of cores.
// HTML-NEXT: <details><summary>2 cores, {{[0-9.]+}}×</summary>
// HTML: <details open><summary>3 cores, {{[0-9.]+}}×</summary>
// HTML-SAME: <svg class="pipe"
// HTML-NEXT: >core 2<
// HTML-SAME: <rect class="ordered" {{[^>]*}}><title>iteration 0, line 41, ordered: from {{.*}} for {{[^<]*}}</title></rect>
// HTML: <rect class="parallel" {{[^>]*}}><title>iteration 8, line 42, parallel: from {{.*}}</title></rect>
// HTML: <caption>Stages of an iteration of all@pipeline.c:41</caption>
// HTML: <caption>Speedup of all@pipeline.c:41</caption>
// HTML: <tr><td>1</td><td>1.00×</td></tr>
// HTML-NEXT: <tr><td>2</td><td>{{.*}}×</td></tr>
// HTML-NEXT: <tr><td>3</td><td>{{.*}}×</td></tr>
// HTML-MEASURED: ordered, the longest</td><td>{{.*}} (measured)</td><td>{{.*}} %</td><td>200 ns</td>

static struct node nodes[N];

int main(void) {
  for (int i = 0; i + 1 < N; i++)
    nodes[i].next = &nodes[i + 1];
  printf("%g\n", all(nodes));
  return 0;
}
