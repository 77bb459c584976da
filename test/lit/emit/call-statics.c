// A static variable that each call fills first loses its `static` if calls run at the same time.
// RUN: rm -rf %t && kasuri %s -o %t --cores=2 --min-gain=0 --
// RUN: grep -v CHECK %t/call-statics.c | FileCheck %s
// CHECK: {{^ *}}/* kasuri: not static, each call has its own */ int digits[10];
// CHECK: static int calls;
static int counts[1000], all[1000];

static int digits_of(int number) {
  static int digits[10];
  for (int k = 0; k < 10; k++)
    digits[k] = number >> k & 7;
  return digits[3] * digits[9];
}

static int number_of_calls(void) {
  static int calls;
  return calls++;
}

void count(int n) {
  for (int i = 0; i < n; i++)
    counts[i] = digits_of(i * 7919);
  for (int i = 0; i < n; i++)
    all[i] = number_of_calls();
}
