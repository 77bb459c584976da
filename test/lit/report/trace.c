// schedule.trace.json is a trace as docs/formats/trace.md has it, of which process 2 is the plan.
// RUN: rm -rf %t && kasuri --cores=3 --min-gain=0 %s --report=%t
// RUN: python3 %S/Inputs/check_trace.py %t/schedule.trace.json %t/report.json

int a[100000], b[100000];

int main(void) {
  for (int i = 0; i < 100000; i++)
    a[i] = i;
  for (int i = 0; i < 100000; i++)
    b[i] = 2 * i;
  return a[5] + b[6];
}
