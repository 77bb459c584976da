/* PARALLEL: 3
   Strings that iterations make anew are scratch. */
#include <stdio.h>
#include <string.h>

enum { N = 500 };
static int numbers[N], lengths[N], found[N];
static char last[N];

static void formatted(int n) {
  char text[64];
  for (int i = 0; i < n; i++) {
    sprintf(text, "%d:%d", i, numbers[i]);
    lengths[i] += (int)strlen(text);
  }
}

static void counted(int n) {
  char text[64];
  for (int i = 0; i < n; i++) {
    snprintf(text, sizeof text, "row-%d", numbers[i]);
    last[i] = text[strlen(text) - 1];
  }
}

static void joined(int n) {
  char text[64];
  for (int i = 0; i < n; i++) {
    if (numbers[i] & 1)
      sprintf(text, "%dx", numbers[i]);
    else
      strcpy(text, "seven");
    strcat(text, i % 3 ? "77" : "-");
    text[3] = 0;
    found[i] = strstr(text, "7") != NULL ? (int)strlen(text) : strcmp(text, "sev");
  }
}

int main(void) {
  for (int i = 0; i < N; i++)
    numbers[i] = i * i % 1237;
  formatted(N);
  counted(N);
  joined(N);
  for (int i = 0; i < N; i++)
    printf("%d %d %c\n", lengths[i], found[i], last[i]);
  return 0;
}
