/* PARALLEL: 2 */
/* A goto to the end of the loop's body is a continue. */
#include <stdio.h>

static int a[500], b[500];

int main(void) {
  long sum = 0;
  for (int i = 0; i < 500; i++) {
    if (i % 7 == 3)
      goto next;
    a[i] = i * 3;
    if (a[i] % 5 == 0) {
      b[i] = 1;
      goto next;
    }
    b[i] = a[i] - i;
  next:;
  }
  for (int i = 0; i < 500; i++) {
    switch (b[i] % 4) {
    case 0:
      goto skip;
    case 1:
      a[i]++;
      break;
    default:
      a[i]--;
      goto skip;
    }
    sum += a[i];
  skip:;

  }
  int i = 0;
  while (i < 500) {
    for (int k = 0; k < 3; k++) {
      if ((i + k) % 5 == 0)
        goto inner;
      b[i] += k;
    inner:;
    }
    i++;
    if (b[i - 1] % 3 == 0)
      goto outer;
    b[i - 1] *= 2;
  outer:;
  }
  for (int k = 0; k < 500; k++) {
    int t = a[k];
    if (t < 40)
      goto done;
    t = t * 2 % 97;
    sum += t;
  done:;
  }
  for (int k = 0; k < 500; k++)
    sum = sum * 3 % 1000003 + a[k] * 7 + b[k];
  printf("%ld\n", sum);
  return 0;
}
