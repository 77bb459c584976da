/* A reader of JSON (RFC 8259) by recursive descent. It is strict and limits the depth, so that a
 * file of a million brackets is refused and does not exhaust the stack. Values are in blocks that
 * are freed together. */
#include "read_json.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 64, BLOCK_BYTES = 1 << 16, FILE_BYTES = 1 << 24 };

typedef struct ksi_json_block {
  struct ksi_json_block *next;
  size_t used, size;
  _Alignas(16) char memory[];
} ksi_json_block;

typedef struct reader {
  const char *at, *end;
  ksi_json_document *document;
  int depth;
} reader;

static void *fail(reader *from, const char *problem) {
  if (from->document->problem == NULL)
    from->document->problem = problem;
  return NULL;
}

static void *get_memory(reader *from, size_t bytes) {
  ksi_json_block *block = from->document->blocks;
  bytes = (bytes + 15) / 16 * 16;
  if (block == NULL || block->size - block->used < bytes) {
    size_t size = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;
    block = malloc(sizeof *block + size);
    if (block == NULL)
      return fail(from, "out of memory");
    *block = (ksi_json_block){.next = from->document->blocks, .size = size};
    from->document->blocks = block;
  }
  void *memory = block->memory + block->used;
  block->used += bytes;
  return memory;
}

static ksi_json_value *new_value(reader *from, ksi_json_kind kind) {
  ksi_json_value *made = get_memory(from, sizeof *made);
  if (made != NULL)
    *made = (ksi_json_value){.kind = kind};
  return made;
}

static void skip_space(reader *from) {
  while (from->at < from->end &&
         (*from->at == ' ' || *from->at == '\n' || *from->at == '\t' || *from->at == '\r'))
    from->at++;
}

static int takes(reader *from, char wanted) {
  if (from->at == from->end || *from->at != wanted)
    return 0;
  from->at++;
  return 1;
}

static int hex_digits(reader *from) {
  int value = 0;
  for (int i = 0; i < 4; i++) {
    char digit = from->at < from->end ? *from->at : ' ';
    int its = digit >= '0' && digit <= '9'   ? digit - '0'
              : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10
              : digit >= 'A' && digit <= 'F' ? digit - 'A' + 10
                                             : -1;
    if (its < 0)
      return -1;
    value = value * 16 + its;
    from->at++;
  }
  return value;
}

static char *put_utf8(char *to, unsigned code) {
  if (code == 0)
    code = 0xFFFD;
  if (code < 0x80) {
    *to++ = (char)code;
  } else if (code < 0x800) {
    *to++ = (char)(0xC0 | code >> 6);
    *to++ = (char)(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    *to++ = (char)(0xE0 | code >> 12);
    *to++ = (char)(0x80 | (code >> 6 & 0x3F));
    *to++ = (char)(0x80 | (code & 0x3F));
  } else {
    *to++ = (char)(0xF0 | code >> 18);
    *to++ = (char)(0x80 | (code >> 12 & 0x3F));
    *to++ = (char)(0x80 | (code >> 6 & 0x3F));
    *to++ = (char)(0x80 | (code & 0x3F));
  }
  return to;
}

/* After `\u`. A surrogate without its other half becomes U+FFFD. */
static char *read_code(reader *from, char *to) {
  int code = hex_digits(from);
  if (code < 0)
    return fail(from, "\\u without four hexadecimal digits");
  if (code >= 0xD800 && code < 0xDC00 && from->end - from->at >= 6 && from->at[0] == '\\' &&
      from->at[1] == 'u') {
    from->at += 2;
    int low = hex_digits(from);
    if (low < 0)
      return fail(from, "\\u without four hexadecimal digits");
    int is_pair = low >= 0xDC00 && low < 0xE000;
    return put_utf8(to, is_pair ? 0x10000u + ((unsigned)(code - 0xD800) << 10) +
                                      (unsigned)(low - 0xDC00)
                                : 0xFFFD);
  }
  return put_utf8(to, code >= 0xD800 && code < 0xE000 ? 0xFFFD : (unsigned)code);
}

static char *read_escape(reader *from, char *to) {
  static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
  char name = from->at < from->end ? *from->at++ : ' ';
  const char *found = name != '\0' ? strchr(names, name) : NULL;
  if (name == 'u')
    return read_code(from, to);
  if (found == NULL)
    return fail(from, "an invalid escape sequence");
  *to++ = values[found - names];
  return to;
}

/* After the opening quote. The result of an escape is never longer than the escape. */
static const char *read_text(reader *from) {
  const char *end = from->at;
  while (end < from->end && *end != '"')
    end += *end == '\\' && from->end - end > 1 ? 2 : 1;
  if (end >= from->end)
    return fail(from, "a string is not terminated");
  char *text = get_memory(from, (size_t)(end - from->at) + 4), *to = text;
  while (to != NULL && from->at < end) {
    if ((unsigned char)*from->at < 0x20)
      return fail(from, "a control character in a string");
    if (*from->at != '\\') {
      *to++ = *from->at++;
      continue;
    }
    from->at++;
    to = read_escape(from, to);
  }
  if (to == NULL)
    return NULL;
  *to = '\0';
  from->at = end + 1;
  return text;
}

static size_t skip_digits(reader *from) {
  const char *begin = from->at;
  while (from->at < from->end && *from->at >= '0' && *from->at <= '9')
    from->at++;
  return (size_t)(from->at - begin);
}

static ksi_json_value *read_number(reader *from) {
  const char *begin = from->at;
  char digits[64];
  takes(from, '-');
  int starts_with_0 = from->at < from->end && *from->at == '0';
  size_t whole = skip_digits(from);
  int is_right = whole > 0 && (!starts_with_0 || whole == 1);
  if (takes(from, '.'))
    is_right = skip_digits(from) > 0 && is_right;
  if (takes(from, 'e') || takes(from, 'E')) {
    if (!takes(from, '-'))
      takes(from, '+');
    is_right = skip_digits(from) > 0 && is_right;
  }
  size_t length = (size_t)(from->at - begin);
  if (!is_right || length >= sizeof digits)
    return fail(from, "an invalid value");
  memcpy(digits, begin, length);
  digits[length] = '\0';
  ksi_json_value *made = new_value(from, KSI_JSON_NUMBER);
  if (made != NULL)
    made->number = strtod(digits, NULL);
  return made;
}

static ksi_json_value *read_value(reader *from);

static ksi_json_value *read_member(reader *from, int has_name) {
  const char *name = NULL;
  skip_space(from);
  if (has_name) {
    if (!takes(from, '"'))
      return fail(from, "a member without a name");
    name = read_text(from);
    skip_space(from);
    if (name == NULL || !takes(from, ':'))
      return fail(from, "a member without a colon");
  }
  ksi_json_value *made = read_value(from);
  if (made != NULL)
    made->name = name;
  return made;
}

static ksi_json_value *read_members(reader *from, ksi_json_kind kind, char close) {
  ksi_json_value *made = new_value(from, kind);
  ksi_json_value **last = made != NULL ? &made->first : NULL;
  skip_space(from);
  if (last == NULL || takes(from, close))
    return made;
  do {
    *last = read_member(from, kind == KSI_JSON_OBJECT);
    if (*last == NULL)
      return NULL;
    last = &(*last)->next;
    made->count++;
    skip_space(from);
  } while (takes(from, ','));
  return takes(from, close) ? made : fail(from, "a list is not terminated");
}

static ksi_json_value *read_word(reader *from, const char *word, ksi_json_kind kind) {
  size_t length = strlen(word);
  if ((size_t)(from->end - from->at) < length || memcmp(from->at, word, length) != 0)
    return fail(from, "an invalid value");
  from->at += length;
  return new_value(from, kind);
}

static ksi_json_value *read_text_value(reader *from) {
  const char *text = read_text(from);
  ksi_json_value *made = text != NULL ? new_value(from, KSI_JSON_TEXT) : NULL;
  if (made != NULL)
    made->text = text;
  return made;
}

static ksi_json_value *read_list(reader *from, ksi_json_kind kind, char close) {
  if (++from->depth > MOST_DEPTH)
    return fail(from, "lists are nested too deeply");
  ksi_json_value *made = read_members(from, kind, close);
  from->depth--;
  return made;
}

static ksi_json_value *read_value(reader *from) {
  skip_space(from);
  if (from->at == from->end)
    return fail(from, "ends before a value");
  if (takes(from, '{'))
    return read_list(from, KSI_JSON_OBJECT, '}');
  if (takes(from, '['))
    return read_list(from, KSI_JSON_ARRAY, ']');
  if (takes(from, '"'))
    return read_text_value(from);
  if (*from->at == 't')
    return read_word(from, "true", KSI_JSON_TRUE);
  if (*from->at == 'f')
    return read_word(from, "false", KSI_JSON_FALSE);
  if (*from->at == 'n')
    return read_word(from, "null", KSI_JSON_NULL);
  return read_number(from);
}

ksi_json_document ksi_read_json(const char *text, size_t bytes) {
  ksi_json_document document = {.line = 1};
  reader from = {.at = text, .end = text + bytes, .document = &document};
  ksi_json_value *top = read_value(&from);
  skip_space(&from);
  if (top != NULL && from.at != from.end)
    top = fail(&from, "text after its end");
  document.top = document.problem == NULL ? top : NULL;
  for (const char *each = text; each < from.at; each++)
    document.line += *each == '\n';
  return document;
}

void ksi_free_json(ksi_json_document *document) {
  while (document->blocks != NULL) {
    ksi_json_block *block = document->blocks;
    document->blocks = block->next;
    free(block);
  }
  document->top = NULL;
}

const ksi_json_value *ksi_json_member(const ksi_json_value *object, const char *name) {
  if (object == NULL || object->kind != KSI_JSON_OBJECT)
    return NULL;
  for (const ksi_json_value *each = object->first; each != NULL; each = each->next)
    if (strcmp(each->name, name) == 0)
      return each;
  return NULL;
}

double ksi_json_number(const ksi_json_value *object, const char *name) {
  const ksi_json_value *found = ksi_json_member(object, name);
  return found != NULL && found->kind == KSI_JSON_NUMBER ? found->number : 0;
}

const char *ksi_json_text(const ksi_json_value *object, const char *name) {
  const ksi_json_value *found = ksi_json_member(object, name);
  return found != NULL && found->kind == KSI_JSON_TEXT ? found->text : "";
}

const ksi_json_value *ksi_json_members(const ksi_json_value *object, const char *name) {
  static const ksi_json_value none = {.kind = KSI_JSON_ARRAY};
  const ksi_json_value *found = ksi_json_member(object, name);
  return found != NULL && found->kind == KSI_JSON_ARRAY ? found : &none;
}

char *ksi_read_json_file(const char *path, size_t *bytes) {
  FILE *file = fopen(path, "rbe");
  char *text = file != NULL ? malloc(FILE_BYTES) : NULL;
  if (text != NULL)
    *bytes = fread(text, 1, FILE_BYTES, file);
  if (file != NULL)
    fclose(file);
  return text;
}
