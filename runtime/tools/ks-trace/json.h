/* JSON, read into a tree. */
#ifndef KS_TOOLS_JSON_H
#define KS_TOOLS_JSON_H

#include <stddef.h>

typedef enum json_kind {
  JSON_NULL,
  JSON_FALSE,
  JSON_TRUE,
  JSON_NUMBER,
  JSON_TEXT,
  JSON_ARRAY,
  JSON_OBJECT
} json_kind;

typedef struct json_value {
  json_kind kind;
  double number;
  const char *text;         /* TEXT: UTF-8, U+0000 in it as U+FFFD */
  const char *name;         /* of a member of an object */
  struct json_value *first; /* of an array's or object's members, in order */
  struct json_value *next;  /* the member behind this one */
  size_t count;             /* of members */
} json_value;

typedef struct json_document {
  json_value *top; /* null: see the next two */
  const char *problem;
  size_t line;
  struct json_block *blocks; /* memory */
} json_document;

json_document json_read(const char *text, size_t bytes);
void json_free(json_document *document);

/* The member, or null. */
const json_value *json_member(const json_value *object, const char *name);
/* The member if it is of the kind, otherwise the default: 0, "", an empty array. */
double json_number(const json_value *object, const char *name);
const char *json_text(const json_value *object, const char *name);
const json_value *json_members(const json_value *object, const char *name);

#endif
