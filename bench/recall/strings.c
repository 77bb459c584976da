/* Text: characters of a line, lines of a table, conversion, and scanning that goes step by step. */
#include <ctype.h>
#include <string.h>

#include "suite.h"

enum { LINES = 60, LENGTH = 40 };

static char lines[LINES][LENGTH], upper[LINES][LENGTH], names[LINES][LENGTH];
static int lengths[LINES], numbers[LINES], hashes[LINES], vowels[LINES];
static double reals[LINES];
static const char *const words[] = {"alpha", "beta", "gamma", "delta", "epsilon", "zeta"};
static const char *chosen[LINES];

static void make_lines(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    snprintf(lines[i], LENGTH, "%d %s,%d", i * 37 % 101, words[i % 6], i);
}

static void measure(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    lengths[i] = (int)strlen(lines[i]);
}

static void to_upper(int n) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    /* parallel */
    for (int c = 0; c < LENGTH; c++)
      upper[i][c] = (char)toupper((unsigned char)lines[i][c]);
  }
}

static void lower_in_place(char *text, size_t length) {
  /* parallel */
  for (size_t i = 0; i < length; i++)
    if (text[i] >= 'A' && text[i] <= 'Z')
      text[i] = (char)(text[i] + ('a' - 'A'));
}

static void parse_numbers(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    numbers[i] = atoi(lines[i]);
  /* parallel */
  for (int i = 0; i < n; i++)
    reals[i] = strtod(lines[i], NULL) / 8;
}

static void copy_names(int n) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    strncpy(names[i], words[numbers[i] % 6], LENGTH - 1);
    names[i][LENGTH - 1] = '\0';
    strcat(names[i], "-x");
  }
}

static void choose(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    chosen[i] = words[(i * 5) % 6];
}

static int count_equal(int n) {
  int equal = 0;
  /* parallel: reduction(equal) */
  for (int i = 0; i < n; i++)
    if (strcmp(names[i], "beta-x") == 0)
      equal++;
  return equal;
}

static void count_vowels(int n) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    int count = 0;
    /* parallel: reduction(count) */
    for (int c = 0; c < lengths[i]; c++)
      if (strchr("aeiou", lines[i][c]))
        count++;
    vowels[i] = count;
  }
}

static void hash_lines(int n) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    unsigned hash = 5381;
    /* sequential: each step hashes on */
    for (const char *p = lines[i]; *p; p++)
      hash = hash * 33 + (unsigned char)*p;
    hashes[i] = (int)(hash & 0xffff);
  }
}

static int digits_of(const char *text, int length) {
  int digits = 0;
  /* parallel: reduction(digits) */
  for (int i = 0; i < length; i++)
    digits += isdigit((unsigned char)text[i]) != 0;
  return digits;
}

static void reverse(char *text, int length) {
  /* parallel: induction(j) */
  for (int i = 0, j = length - 1; i < j; i++, j--) {
    char kept = text[i];
    text[i] = text[j];
    text[j] = kept;
  }
}

static void to_hexadecimal(const unsigned char *bytes, char *text, int n) {
  static const char digits[] = "0123456789abcdef";
  /* parallel */
  for (int i = 0; i < n; i++) {
    text[2 * i] = digits[bytes[i] >> 4];
    text[2 * i + 1] = digits[bytes[i] & 15];
  }
}

static void rotate_letters(char *text) {
  int length = (int)strlen(text);
  /* parallel */
  for (int i = 0; i < length; i++) {
    if (islower((unsigned char)text[i]))
      text[i] = (char)('a' + (text[i] - 'a' + 13) % 26);
  }
}

static void format_each(int n) {
  char text[64];
  /* parallel: private(text) */
  for (int i = 0; i < n; i++) {
    sprintf(text, "%d:%d", i, numbers[i]);
    lengths[i] += (int)strlen(text);
  }
}

/* Near misses. */

static int copy_text(char *to, const char *from) {
  int n = 0;
  /* sequential: ends at a character that is read, unseen */
  while ((to[n] = from[n]) != '\0')
    n++;
  return n;
}

static void remove_spaces(char *text) {
  char *to = text;
  /* sequential: characters move to the front */
  for (const char *p = text; *p; p++)
    if (*p != ' ')
      *to++ = *p;
  *to = '\0';
}

static int tokens(char *text) {
  int count = 0;
  /* sequential: strtok keeps its place, unseen */
  for (char *word = strtok(text, " ,"); word; word = strtok(NULL, " ,"))
    count++;
  return count;
}

static void join(char *to, int n) {
  to[0] = '\0';
  /* sequential: each is appended to the ones before */
  for (int i = 0; i < n; i++)
    strcat(to, words[i % 6]);
}

static char *append_all(char *to, int n) {
  /* sequential: the place depends on the lengths before */
  for (int i = 0; i < n; i++)
    to += sprintf(to, "%d;", numbers[i]);
  return to;
}

static int nesting(const char *text, int length) {
  int depth = 0, deepest = 0;
  /* sequential: the greatest partial sum */
  for (int i = 0; i < length; i++) {
    if (text[i] == '(')
      depth++;
    else if (text[i] == ')')
      depth--;
    if (depth > deepest)
      deepest = depth;
  }
  return deepest;
}

static void capitalize(char *text, int length) {
  int inside = 0;
  /* sequential: state of a scanner */
  for (int i = 0; i < length; i++) {
    if (!isalpha((unsigned char)text[i]))
      inside = 0;
    else if (!inside) {
      text[i] = (char)toupper((unsigned char)text[i]);
      inside = 1;
    }
  }
}

static const char *find_word(const char *name) {
  /* sequential: the first match ends it, unseen */
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strcmp(words[i], name) == 0)
      return words[i];
  return NULL;
}

int main(int argc, char **argv) {
  int n = suite_size(argc, argv, 50, LINES);
  static char text[4096], copy[4096], hex[512];
  make_lines(n);
  measure(n);
  to_upper(n);
  parse_numbers(n);
  copy_names(n);
  choose(n);
  count_vowels(n);
  hash_lines(n);
  to_hexadecimal((const unsigned char *)lines[0], hex, 100);
  format_each(n);
  join(text, n);
  printf("%s %d\n", text, count_equal(n));
  reverse(text, (int)strlen(text));
  int digits = digits_of(lines[0], LENGTH);
  lower_in_place(upper[0], sizeof upper[0]);
  rotate_letters(text);
  capitalize(text, (int)strlen(text));
  int copied = copy_text(copy, text);
  append_all(text, n);
  remove_spaces(lines[n - 1]);
  printf("%s %s %d %d %s\n", text, copy, digits, copied, lines[n - 1]);
  printf("%d %d %s %s\n", nesting("((())()(()(())))", 16), tokens(lines[n / 2]), find_word("gamma"), chosen[n - 1]);
  suite_show("upper", upper, sizeof upper);
  suite_show("lengths", lengths, sizeof lengths);
  suite_show("hashes", hashes, sizeof hashes);
  suite_show("vowels", vowels, sizeof vowels);
  suite_show("reals", reals, sizeof reals);
  printf("%s\n", hex);
  return 0;
}
