#define _GNU_SOURCE
#include "parse.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const agent_names[] = {"Googlebot", "bingbot", "YandexBot",      "Baiduspider", "AhrefsBot", "SemrushBot",
                                   "curl",      "Wget",    "python",         "Java",        "Go-http",   "okhttp",
                                   "Edg/",      "OPR/",    "SamsungBrowser", "UCBrowser",   "Chrome",    "Firefox",
                                   "Safari",    "MSIE",    "Trident",        "other"};
const int agent_count = sizeof agent_names / sizeof *agent_names;

static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

unsigned hash_of(const char *text, size_t length) {
  unsigned hash = 2166136261u;
  for (size_t i = 0; i < length; i++)
    hash = (hash ^ (unsigned char)text[i]) * 16777619u;
  return hash;
}

static long days_before(int year, int month, int day) {
  static const int before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
  int leaps = (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400;
  int is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return 365L * (year - 1) + leaps + before[month] + (is_leap && month > 1) + day - 1 - 719162L;
}

/* [10/Oct/2023:13:55:36 -0700] */
static int parse_time(const char *text, long *seconds) {
  char *end;
  if (*text++ != '[')
    return 0;
  int day = (int)strtol(text, &end, 10), month;
  if (*end != '/')
    return 0;
  for (month = 0; month < 12; month++)
    if (strncmp(end + 1, months[month], 3) == 0)
      break;
  if (month == 12 || end[4] != '/')
    return 0;
  int year = (int)strtol(end + 5, &end, 10), part[3];
  for (int i = 0; i < 3; i++) {
    if (*end != ':')
      return 0;
    part[i] = (int)strtol(end + 1, &end, 10);
  }
  if (*end != ' ' || (end[1] != '+' && end[1] != '-') || year < 1970)
    return 0;
  long zone = strtol(end + 2, &end, 10);
  long shift = (zone / 100 * 60 + zone % 100) * 60;
  *seconds = (days_before(year, month, day) * 24 + part[0]) * 3600 + part[1] * 60 + part[2];
  *seconds -= end[-5] == '-' ? -shift : shift;
  return *end == ']';
}

static int hex_digit(char digit) {
  if (digit >= '0' && digit <= '9')
    return digit - '0';
  digit = (char)(digit | 32);
  return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

/* Removes escapes, double slashes and arguments. */
static size_t decode_path(const char *from, const char *end, char *path) {
  size_t length = 0;
  while (from < end && *from != '?' && *from != ' ' && length + 1 < PATH_BYTES) {
    int high, low;
    char now = *from++;
    if (now == '%' && end - from >= 2 && (high = hex_digit(from[0])) >= 0 && (low = hex_digit(from[1])) >= 0) {
      now = (char)(high << 4 | low);
      from += 2;
    }
    if (now == '/' && length > 0 && path[length - 1] == '/')
      continue;
    path[length++] = (char)tolower((unsigned char)now);
  }
  while (length > 1 && path[length - 1] == '/')
    length--;
  path[length] = '\0';
  return length;
}

static int find_agent(const char *text, const char *end) {
  for (int i = 0; i < agent_count - 1; i++)
    if (memmem(text, (size_t)(end - text), agent_names[i], strlen(agent_names[i])) != NULL)
      return i;
  return agent_count - 1;
}

/* HOST - USER [TIME] "METHOD PATH VERSION" STATUS BYTES "REFERER" "AGENT" */
int parse_line(const char *line, entry *e) {
  const char *space = strchr(line, ' '), *time = strchr(line, '['), *quote, *end;
  char *after;
  if (space == NULL || time == NULL || !parse_time(time, &e->seconds))
    return 0;
  e->host = line;
  e->host_length = (size_t)(space - line);
  e->hash_of_host = hash_of(line, e->host_length);
  quote = strchr(time, '"');
  end = quote != NULL ? strchr(quote + 1, '"') : NULL;
  if (end == NULL)
    return 0;
  const char *path = memchr(quote, ' ', (size_t)(end - quote));
  if (path == NULL)
    return 0;
  e->hash_of_path = hash_of(e->path, decode_path(path + 1, end, e->path));
  e->status = (int)strtol(end + 1, &after, 10);
  if (after == end + 1 || e->status < 100 || e->status > 599)
    return 0;
  e->bytes = after[1] == '-' ? 0 : strtol(after, &after, 10);
  quote = strchr(after, '"');
  quote = quote != NULL ? strchr(quote + 1, '"') : NULL;
  quote = quote != NULL ? strchr(quote + 1, '"') : NULL;
  end = quote != NULL ? strrchr(quote, '"') : NULL;
  e->agent = end != NULL && end > quote ? find_agent(quote + 1, end) : agent_count - 1;
  return 1;
}
