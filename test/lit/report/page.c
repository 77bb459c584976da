// report.html: what a program's text and names hold stays text, and each loop's verdict stands below its line, also
// in a header and where the loop comes from a macro.
// RUN: rm -rf %t && mkdir %t && cp %s %t/page.c && cp %S/Inputs/page/each.h %t && cd %t
// RUN: printf '// caf\351 \033 </script><b>\n' > nasty.c && printf 'int nasty[] = {%%0*d};\n' 70000 1 >> nasty.c
// RUN: printf 'void fill(int n) {\r  for (int i = 1; i < n; i++)\r\n    nasty[i] = nasty[i - 1]; }\n' >> nasty.c
// RUN: kasuri page.c nasty.c --cores=2 --min-gain=0 --report=r
// RUN: FileCheck %s < r/report.html
// RUN: FileCheck %s --check-prefix=NASTY < r/report.html
// RUN: FileCheck %s --check-prefix=HEADER < r/report.html
// RUN: python3 %S/Inputs/check_page.py r/report.html r/report.json
#include "each.h"

double a[1000], b[1000];

// CHECK: id="f{{[0-9]+}}L[[#@LINE+1]]"><a href="#f{{[0-9]+}}L[[#@LINE+1]]">[[#@LINE+1]]</a><code><i class="c">/* &lt;/code&gt;&lt;/script&gt;&lt;!-- &amp;amp; */</i></code>
/* </code></script><!-- &amp; */
int main(int argc, char **argv) {
  (void)argv;
  // CHECK: id="f{{[0-9]+}}L[[#@LINE+2]]"
  // CHECK-NEXT: <details class="note p" id="loop{{[0-9]+}}" open><summary><span class="verdict p">parallel</span> doall over <code>i</code>
  for (int i = 0; i < 1000; i++)
    a[i] = i;
  // CHECK: <details class="note s"{{.*}}<span class="verdict s">sequential</span> &#39;b{{.*}}&#39; is read in an iteration after the one that writes it
  // CHECK: written here <a href="#f[[F:[0-9]+]]L[[#@LINE+2]]">page.c:[[#@LINE+2]]</a> → read here in a later iteration <a href="#f[[F]]L[[#@LINE+2]]">
  for (int i = 1; i < 1000; i++)
    b[i] = b[i - 1] + a[i];
  // CHECK: <details class="note {{[piws]}}" id="loop{{[0-9]+}}"
  EACH(k, 1000) a[k] += b[k];
  return sum(a, argc) > 0;
}

// HEADER: <h3>{{.*}}each.h</h3>
// HEADER: <details class="note {{[piws]}}" id="loop

// NASTY: <code><i class="c">// caf� ␛ &lt;/script&gt;&lt;b&gt;</i></code>
// NASTY: more bytes
// NASTY: L3"><a href="#f{{[0-9]+}}L3">3</a><code><i class="k">void</i> fill(<i class="k">int</i> n) {</code>
