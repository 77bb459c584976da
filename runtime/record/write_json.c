/* printf would write a decimal comma in some locales, and selecting another locale for a moment
 * would affect all threads of the program. So numbers are formatted from integers. Bytes of names
 * that are not printable ASCII are escaped or, as UTF-8, passed on. Bytes that are not UTF-8 are
 * passed on one by one as code points, because the output must be valid JSON. */
#include "write_json.h"

#include <inttypes.h>
#include <math.h>

static void begin_member(ksi_json *json, const char *name) {
  if (json->has_members)
    fputc(',', json->file);
  if (json->compact > 0)
    fputs(json->has_members ? " " : "", json->file);
  else if (json->depth > 0)
    fprintf(json->file, "\n%*s", json->depth, "");
  json->has_members = 1;
  if (name != NULL)
    fprintf(json->file, "\"%s\": ", name);
}

void ksi_open_json(ksi_json *json, const char *name, char bracket) {
  begin_member(json, name);
  fputc(bracket, json->file);
  json->depth++;
  json->compact += json->compact > 0;
  json->has_members = 0;
}

void ksi_open_line(ksi_json *json, const char *name, char bracket) {
  ksi_open_json(json, name, bracket);
  json->compact += json->compact == 0;
}

void ksi_close_json(ksi_json *json, char bracket) {
  json->depth--;
  if (json->has_members && json->compact == 0)
    fprintf(json->file, "\n%*s", json->depth, "");
  json->compact -= json->compact > 0;
  json->has_members = 1;
  fputc(bracket, json->file);
  if (json->depth == 0)
    fputc('\n', json->file);
}

/* Bytes of the UTF-8 character that starts here; 0 if none does. */
static size_t utf8_length(const char *text) {
  const unsigned char *byte = (const unsigned char *)text;
  size_t length = byte[0] >= 0xC2 && byte[0] < 0xE0   ? 2
                  : byte[0] >= 0xE0 && byte[0] < 0xF0 ? 3
                  : byte[0] >= 0xF0 && byte[0] < 0xF5 ? 4
                                                      : 0;
  for (size_t i = 1; i < length; i++)
    if ((byte[i] & 0xC0) != 0x80)
      return 0;
  int is_overlong = (byte[0] == 0xE0 && byte[1] < 0xA0) || (byte[0] == 0xF0 && byte[1] < 0x90);
  int is_beyond = (byte[0] == 0xED && byte[1] > 0x9F) || (byte[0] == 0xF4 && byte[1] > 0x8F);
  return length > 0 && (is_overlong || is_beyond) ? 0 : length;
}

static void put_quoted(FILE *file, const char *text) {
  fputc('"', file);
  while (*text != '\0') {
    const unsigned char byte = (unsigned char)*text;
    size_t length = byte >= 0x80 ? utf8_length(text) : 1;
    if (byte == '"' || byte == '\\')
      fprintf(file, "\\%c", byte);
    else if (byte < 0x20 || byte == 0x7F || length == 0)
      fprintf(file, "\\u%04x", byte);
    else
      fwrite(text, 1, length, file);
    text += length > 0 ? length : 1;
  }
  fputc('"', file);
}

void ksi_put_text(ksi_json *json, const char *name, const char *text) {
  begin_member(json, name);
  put_quoted(json->file, text);
}

void ksi_put_count(ksi_json *json, const char *name, uint64_t count) {
  begin_member(json, name);
  fprintf(json->file, "%" PRIu64, count);
}

void ksi_put_number(ksi_json *json, const char *name, double number) {
  const double most = 9e18;
  begin_member(json, name);
  if (isnan(number))
    number = 0;
  double size = number < 0 ? -number : number;
  size = size < most ? size : most;
  uint64_t whole = (uint64_t)size;
  uint64_t millionths = (uint64_t)((size - (double)whole) * 1e6 + 0.5);
  whole += millionths / 1000000;
  millionths %= 1000000;
  if (number < 0 && (whole > 0 || millionths > 0))
    fputc('-', json->file);
  fprintf(json->file, "%" PRIu64, whole);
  if (millionths == 0)
    return;
  int places = 6;
  for (; millionths % 10 == 0; millionths /= 10)
    places--;
  fprintf(json->file, ".%0*u", places, (unsigned)millionths);
}

void ksi_put_digits(ksi_json *json, const char *name, const char *digits) {
  begin_member(json, name);
  fputs(digits, json->file);
}

void ksi_put_null(ksi_json *json, const char *name) {
  begin_member(json, name);
  fputs("null", json->file);
}
