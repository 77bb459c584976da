/* The files of one set of tasks and cores, for creating sets and for undoing them. */
#ifndef KSI_SET_FILES_H
#define KSI_SET_FILES_H

#include "../os/os.h"

#define KSI_SET_PREFIX "kasuri-"
#define KSI_HOUSEKEEPING "kasuri-housekeeping" /* the set for all others, if one is needed */

/* The file of a set; version 1 has them with and without their prefix. */
ksi_path ksi_file_of_set(const char *set, const char *name);
/* Whether it is one of the words of the text, which commas or spaces separate. */
int ksi_has_word(const char *text, const char *word);
/* Moves all movable tasks, or those that may run on `cores`. */
void ksi_move_tasks(const char *from, const char *to, const ksi_coreset *cores);

/* Whether it is done. */
int ksi_dissolve_set(const char *path, const char *heir);
int ksi_switch_controller_off(const char *path, const char *word);

#endif
