/* PARALLEL: 0
   Strings that a called function leaves only sometimes, or not as a whole, or that are changed before they are read:
   then an iteration reads what an earlier one has written. */
#include <stdio.h>
#include <string.h>

enum { N = 200, SIZE = 64 };
static int numbers[N], out[N];

typedef struct entry {
  char name[SIZE], other[SIZE];
  long stamp;
} entry;

static void show(const char *name) {
  long sum = 0;
  for (int i = 0; i < N; i++)
    sum = (sum * 31 + out[i]) % 1000003;
  printf("%s %ld\n", name, sum);
}

static int sum_of(const char *text) {
  int sum = 0;
  for (size_t i = 0; i < strlen(text); i++)
    sum += text[i];
  return sum;
}

static void fill(char *to, int number) {
  int k = 0;
  for (int bit = 0; bit < 8; bit++)
    if (number >> bit & 1)
      to[k++] = (char)('a' + bit);
  to[k] = 0;
}

/* It returns before the 0. */
static void fill_or_return(char *to, int number) {
  int k = 0;
  for (int bit = 0; bit < 8; bit++) {
    if (number >> bit & 1)
      to[k++] = (char)('a' + bit);
    if (bit == 5 && number % 7 == 0)
      return;
  }
  to[k] = 0;
}

static void near_return(void) {
  char text[SIZE] = "start";
  for (int i = 0; i < N; i++) {
    fill_or_return(text, numbers[i]);
    out[i] = (int)strlen(text);
  }
}

static void fill_or_not(char *to, int number) {
  int k = 0;
  for (int bit = 0; bit < 8; bit++)
    if (number >> bit & 1)
      to[k++] = (char)('a' + bit);
  if (number % 5 != 0)
    to[k] = 0;
}

static void near_condition(void) {
  char text[SIZE] = "start";
  for (int i = 0; i < N; i++) {
    fill_or_not(text, numbers[i]);
    out[i] = (int)strlen(text);
  }
}

/* Only `return 2` has left one. */
static int parse(char *to, int number) {
  if (number % 3 == 0)
    return 1;
  fill(to, number);
  return 2;
}

static void near_result(void) {
  char text[SIZE] = "start";
  for (int i = 0; i < N; i++) {
    if (parse(text, numbers[i]) < 1)
      continue;
    out[i] = (int)strlen(text);
  }
}

static void near_other_result(void) {
  char text[SIZE] = "start";
  for (int i = 0; i < N; i++)
    if (parse(text, numbers[i]) != 2)
      out[i] = (int)strlen(text);
}

/* The other way round: the last return has left none. */
static int parse_first(char *to, int number) {
  if (number % 3 != 0) {
    fill(to, number);
    return 2;
  }
  return 1;
}

static void near_last_result(void) {
  char text[SIZE] = "start";
  for (int i = 0; i < N; i++)
    if (parse_first(text, numbers[i]) > 0)
      out[i] = (int)strlen(text);
}

/* What is written between the call and the test. */
static void near_before_test(void) {
  char text[SIZE] = "start";
  for (int i = 0; i < N; i++) {
    int good = parse(text, numbers[i]);
    text[numbers[i] % 5] = 'x';
    if (good == 2)
      out[i] = (int)strlen(text);
  }
}

static void fill_over(char *to, int number) {
  fill(to, number);
  to[number % 4] = 'x';
}

static void near_over(void) {
  char text[SIZE] = "start";
  for (int i = 0; i < N; i++) {
    fill_over(text, numbers[i]);
    out[i] = (int)strlen(text);
  }
}

/* The reader writes over the end before it reads. */
static int lengthen(char *text) {
  text[strlen(text)] = 'x';
  return (int)strlen(text);
}

static void near_reader(void) {
  char text[SIZE] = "start of a long text";
  for (int i = 0; i < N; i++) {
    fill(text, numbers[i]);
    out[i] = lengthen(text);
  }
}

/* Through the other pointer, into the same string. */
static void fill_both(char *to, char *other, int number) {
  fill(to, number);
  memset(other, 'y', (size_t)(number % 6));
}

static void near_alias(void) {
  char text[SIZE] = "start";
  for (int i = 0; i < N; i++) {
    fill_both(text, text, numbers[i]);
    out[i] = (int)strlen(text);
  }
}

static int read_both(const char *text, char *other, int number) {
  other[number % 6] = 'z';
  return (int)strlen(text);
}

static void near_read_alias(void) {
  char text[SIZE] = "start";
  for (int i = 0; i < N; i++) {
    fill(text, numbers[i]);
    out[i] = read_both(text, text, numbers[i]);
  }
}

static void fill_from_one(char *to, int number) {
  int k = 1;
  for (int bit = 0; bit < 8; bit++)
    if (number >> bit & 1)
      to[k++] = (char)('a' + bit);
  to[k] = 0;
}

static void near_first(void) {
  char text[SIZE] = "";
  for (int i = 0; i < N; i++) {
    fill_from_one(text, numbers[i]);
    out[i] = sum_of(text);
    if (i % 3 == 0)
      text[0] = (char)('A' + i % 7);
  }
}

static void fill_with_gaps(char *to, int number) {
  int k = 0;
  for (int bit = 0; bit < 8; bit++)
    if (number >> bit & 1) {
      to[k] = (char)('a' + bit);
      k += 2;
    }
  to[k] = 0;
}

static void near_gaps(void) {
  char text[SIZE] = "what was there before, and more";
  for (int i = 0; i < N; i++) {
    fill_with_gaps(text, numbers[i]);
    out[i] = sum_of(text);
    text[3] = (char)('A' + i % 7);
  }
}

/* One byte in front of the 0 is missing. */
static void fill_beyond(char *to, int number) {
  int k = 0;
  for (int bit = 0; bit < 8; bit++)
    if (number >> bit & 1)
      to[k++] = (char)('a' + bit);
  to[k + 1] = 0;
}

static void near_beyond(void) {
  char text[SIZE] = "what was there before, and more";
  for (int i = 0; i < N; i++) {
    fill_beyond(text, numbers[i]);
    out[i] = sum_of(text);
    text[3] = (char)('A' + i % 7);
  }
}

/* The 0 may be in front of where the pointer leads. */
static void fill_in_front(char *to, int number) {
  int k = 0;
  if (number % 3 == 0)
    k = -2;
  else
    for (int bit = 0; bit < 8; bit++)
      if (number >> bit & 1)
        to[k++] = (char)('a' + bit);
  to[k] = 0;
}

static void near_front(void) {
  char text[SIZE] = "some start";
  for (int i = 0; i < N; i++) {
    fill_in_front(text + 4, numbers[i]);
    out[i] = (int)strlen(text + 4);
  }
}

/* Where nothing was filled, one less than nothing. */
static void fill_less(char *to, int number) {
  size_t k = 0;
  for (int bit = 0; bit < 3; bit++)
    if (number >> bit & 1)
      to[k++] = (char)('a' + bit);
  to[k - 1] = 0;
}

static void near_less(void) {
  char text[SIZE] = "some start";
  for (int i = 0; i < N; i++) {
    fill_less(text + 4, numbers[i]);
    out[i] = (int)strlen(text + 4);
  }
}

/* It may be no 0. */
static void fill_to(char *to, int number, char end) {
  int k = 0;
  for (int bit = 0; bit < 8; bit++)
    if (number >> bit & 1)
      to[k++] = (char)('a' + bit);
  to[k] = end;
}

static void near_end(void) {
  char text[SIZE] = "some longer start";
  for (int i = 0; i < N; i++) {
    fill_to(text, numbers[i], i % 9 == 0 ? '!' : 0);
    out[i] = (int)strlen(text);
  }
}

/* A half of the 0 is another element's byte. */
static void fill_shorts(unsigned short *to, int number) {
  int k = 0;
  for (int bit = 0; bit < 8; bit++)
    if (number >> bit & 1)
      to[k++] = (unsigned short)(300 + bit);
  to[k] = 0;
}

static void near_shorts(void) {
  unsigned short text[SIZE] = {1, 2, 3, 4, 5};
  for (int i = 0; i < N; i++) {
    fill_shorts(text, numbers[i]);
    out[i] = text[i % 4];
  }
}

/* Between the bytes are others. */
typedef struct pair {
  char c, d;
} pair;

static void fill_pairs(pair *to, int number) {
  int k = 0;
  for (int bit = 0; bit < 8; bit++)
    if (number >> bit & 1)
      to[k++].c = (char)('a' + bit);
  to[k].c = 0;
}

static void near_pairs(void) {
  pair text[SIZE];
  memset(text, 'q', sizeof text);
  for (int i = 0; i < N; i++) {
    fill_pairs(text, numbers[i]);
    out[i] = (int)strlen((const char *)text);
    text[1].d = i % 3 ? 'r' : 0;
  }
}

static int read_counted(const char *text, size_t length) {
  int sum = 0;
  char copy[SIZE];
  memcpy(copy, text, length);
  for (size_t i = 0; i < length; i++)
    sum += copy[i];
  return sum;
}

/* As many bytes as another string has. */
static int read_other(const entry *e) { return read_counted(e->name, strlen(e->other)); }

static void near_other_length(void) {
  entry e;
  memset(&e, 'q', sizeof e);
  for (int i = 0; i < N; i++) {
    fill(e.name, numbers[i]);
    fill(e.other, numbers[i] ^ 85);
    out[i] = read_other(&e);
  }
}

static int read_more(const entry *e) { return read_counted(e->name, strlen(e->name) + 2); }

static void near_more(void) {
  entry e;
  memset(&e, 'q', sizeof e);
  for (int i = 0; i < N; i++) {
    fill(e.name, numbers[i]);
    out[i] = read_more(&e);
  }
}

static int read_behind(const entry *e) { return read_counted(e->name + 2, strlen(e->name)); }

static void near_behind(void) {
  entry e;
  memset(&e, 'q', sizeof e);
  for (int i = 0; i < N; i++) {
    fill(e.name, numbers[i]);
    out[i] = read_behind(&e);
  }
}

/* Counted in what was there before. */
static void near_counted_before(void) {
  char text[SIZE] = "start";
  for (int i = 0; i < N; i++) {
    size_t length = strlen(text);
    fill(text, numbers[i]);
    out[i] = read_counted(text, length);
  }
}

static void near_next(void) {
  char text[SIZE] = "start";
  for (int i = 0; i < N; i++) {
    out[i] = (int)strlen(text);
    fill(text, numbers[i]);
  }
}

/* The pointer has moved. */
static void fill_moving(char *to, int number) {
  for (int bit = 0; bit < 8; bit++)
    if (number >> bit & 1)
      *to++ = (char)('a' + bit);
    else if (number % 3 == 0)
      to++;
  to[0] = 0;
}

static void near_moving(void) {
  char text[SIZE] = "what was there before, and more";
  for (int i = 0; i < N; i++) {
    fill_moving(text, numbers[i]);
    out[i] = sum_of(text);
    text[2] = (char)('A' + i % 7);
  }
}

/* The 0 goes to the next entry. */
static void fill_next(entry *e, int number) {
  int k = 0;
  for (int bit = 0; bit < 8; bit++)
    if (number >> bit & 1)
      e->name[k++] = (char)('a' + bit);
  e++;
  e->name[k] = 0;
}

static void near_next_entry(void) {
  entry e[2];
  memset(e, 0, sizeof e);
  for (int i = 0; i < N; i++) {
    fill_next(e, numbers[i]);
    out[i] = (int)(strlen(e[0].name) + strlen(e[1].name));
  }
}

/* In front of the name is the other one. */
static void fill_late(entry *e, int number) {
  int k = 1;
  for (int bit = 0; bit < 8; bit++)
    if (number >> bit & 1)
      e->name[k++] = (char)('a' + bit);
  e->name[k] = 0;
}

static void near_late(void) {
  entry e;
  memset(&e, 0, sizeof e);
  for (int i = 0; i < N; i++) {
    fill_late(&e, numbers[i]);
    out[i] = (int)strlen(e.name);
    e.name[0] = i % 3 ? 'A' : 0;
  }
}

/* The call may not have been made. */
static void near_no_call(void) {
  char text[SIZE] = "start";
  for (int i = 0; i < N; i++) {
    if (numbers[i] % 4 && parse(text, numbers[i]) == 2)
      out[i] = 1;
    out[i] += (int)strlen(text);
  }
}

int main(void) {
  for (int i = 0; i < N; i++)
    numbers[i] = i * i * 7 % 251;
  near_return(), show("return");
  near_condition(), show("condition");
  near_result(), show("result");
  near_other_result(), show("other result");
  near_last_result(), show("last result");
  near_before_test(), show("before test");
  near_over(), show("over");
  near_reader(), show("reader");
  near_alias(), show("alias");
  near_read_alias(), show("read alias");
  near_first(), show("first");
  near_gaps(), show("gaps");
  near_beyond(), show("beyond");
  near_front(), show("front");
  near_less(), show("less");
  near_end(), show("end");
  near_shorts(), show("shorts");
  near_pairs(), show("pairs");
  near_other_length(), show("other length");
  near_more(), show("more");
  near_behind(), show("behind");
  near_counted_before(), show("counted before");
  near_next(), show("next");
  near_moving(), show("moving");
  near_next_entry(), show("next entry");
  near_late(), show("late");
  near_no_call(), show("no call");
  return 0;
}
