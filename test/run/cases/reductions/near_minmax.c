/* Each loop here has a reason to stay as it is. */
#include <stdio.h>
int main(void) {
  double v[90], best = -1, run = 1;
  int at = -1, sticky = 0;
  for (int i = 0; i < 90; i++) v[i] = (i * 37 % 91) * 0.5;
  for (int i = 0; i < 90; i++) if (v[i] > best) { best = v[i]; at = i; }
  for (int i = 0; i < 90; i++) run = run * 0.5 + v[i];
  for (int i = 0; i < 90; i++) { if (v[i] > 40) sticky = 1; v[i] += sticky; }
  double s = 0;
  for (int i = 0; i < 90; i++) s += v[i];
  printf("%g %d %.17g %.17g\n", best, at, run, s);
  return 0;
}
