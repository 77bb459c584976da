/* Appends its argument to deep/log.txt, and writes a file of that name: a byte, and the number in stdin. */
#include <stdio.h>

int main(int argc, char **argv) {
  int number = argc;
  FILE *log = fopen("deep/log.txt", "a");
  fprintf(log, "%s\n", argv[1]);
  fclose(log);
  FILE *out = fopen(argv[1], "wb");
  if (scanf("%d", &number) != 1)
    return 1;
  fprintf(out, "%c%d", 7, number);
  fclose(out);
  return 0;
}
