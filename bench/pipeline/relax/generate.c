/* usage: generate WIDTH HEIGHT > FILE */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int width = argc > 2 ? atoi(argv[1]) : 60, height = argc > 2 ? atoi(argv[2]) : 60;
  printf("plate %d %d\n# a plate with a hot edge, a cold hole, sources and an insulator\n", width, height);
  printf("fixed 0 0 %d 0 100\n", width - 1);
  printf("fixed %d %d %d %d -20\n", width / 3, height / 3, width / 3 + width / 10, height / 2);
  for (int i = 1; i < 8; i++)
    printf("source %d %d %d %d 0.%d\n", width * i / 9, height * i / 10, width * i / 9 + 5, height * i / 10 + 3, i);
  printf("insulator %d %d %d %d 0.01\n", width / 2, height / 8, width / 2 + 2, height * 7 / 8);
  return 0;
}
