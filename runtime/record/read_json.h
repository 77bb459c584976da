/* JSON, read into a tree. */
#ifndef KSI_READ_JSON_H
#define KSI_READ_JSON_H

#include <stddef.h>

typedef enum ksi_json_kind {
  KSI_JSON_NULL,
  KSI_JSON_FALSE,
  KSI_JSON_TRUE,
  KSI_JSON_NUMBER,
  KSI_JSON_TEXT,
  KSI_JSON_ARRAY,
  KSI_JSON_OBJECT
} ksi_json_kind;

typedef struct ksi_json_value {
  ksi_json_kind kind;
  double number;
  const char *text;             /* TEXT: UTF-8, U+0000 in it as U+FFFD */
  const char *name;             /* of a member of an object */
  struct ksi_json_value *first; /* of an array's or object's members, in order */
  struct ksi_json_value *next;  /* the member behind this one */
  size_t count;                 /* of members */
} ksi_json_value;

typedef struct ksi_json_document {
  ksi_json_value *top; /* null: see the next two */
  const char *problem;
  size_t line;
  struct ksi_json_block *blocks; /* memory */
} ksi_json_document;

/* The content of a file, to be freed; of a very large one only the beginning. Null with errno: it
 * cannot be read. */
char *ksi_read_json_file(const char *path, size_t *bytes);

ksi_json_document ksi_read_json(const char *text, size_t bytes);
void ksi_free_json(ksi_json_document *document);

/* The member, or null. */
const ksi_json_value *ksi_json_member(const ksi_json_value *object, const char *name);
/* The member if it is of the kind, otherwise the default: 0, "", an empty array. */
double ksi_json_number(const ksi_json_value *object, const char *name);
const char *ksi_json_text(const ksi_json_value *object, const char *name);
const ksi_json_value *ksi_json_members(const ksi_json_value *object, const char *name);

#endif
