// What depends on a guard says so: in the summary line, each remark, report.json and its page.
// RUN: rm -rf %t && kasuri %s --cores=4 --min-gain=0 --report=%t/report -Rkasuri -Rkasuri-missed 2>&1 | FileCheck %s
// RUN: python3 %S/Inputs/check_schema.py %S/../../../docs/formats/report.schema.json %t/report/report.json
// RUN: python3 -c "import json, sys; r = json.load(open(sys.argv[1])); print(r['counts']['loopsPlanned'], r['counts']['loopsGuarded'], [[g['condition'] for g in l['guards']] for l in r['loops']], [len(l['guards']) for l in r['layers']])" %t/report/report.json | FileCheck %s --check-prefix=JSON
// RUN: FileCheck %s --check-prefix=PAGE < %t/report/report.html
// RUN: FileCheck %s --check-prefix=SARIF < %t/report/report.sarif
// JSON: 2 1 {{\[}}["'out[i]' and 'in[i]' do not overlap"], []] [1, 0]
// PAGE: 1 in parallel</li>
// PAGE: 1 in parallel if their guards hold</li>
// PAGE: doall over {{.*}} if &#39;out[i]&#39; and &#39;in[i]&#39; do not overlap
// SARIF: "text": "loop may run in parallel if 'out[i]' and 'in[i]' do not overlap: doall over 'i'"

// CHECK: guarded.c:[[#@LINE+2]]:3: remark: loop may run in parallel if 'out[i]' and 'in[i]' do not overlap: doall over 'i' [Doall]
void scale(double *out, const double *in) {
  for (int i = 0; i < 500000; i++)
    out[i] = in[i] * 0.5;
}

// CHECK: guarded.c:[[#@LINE+2]]:3: remark: loop runs in parallel: doall over 'i' [Doall]
void half(double *restrict out, const double *restrict in) {
  for (int i = 0; i < 500000; i++)
    out[i] = in[i] * 0.5;
}
// CHECK: {{^}}kasuri: 2 of 2 loops and 2 layers run in parallel (1 loop and 1 layer if their guards hold), estimated
