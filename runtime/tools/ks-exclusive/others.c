/* A user can write anything into the journal of that user, so root must not do what it says. A
 * child process first becomes that user, with the groups that /etc/group lists, and then restores
 * as the user's own next start would. Nothing comes of a forged journal that the user could not do
 * directly.
 *
 * The journals are in /run/user/NUMBER/kasuri, where the number is also the owner's, and in
 * /dev/shm/kasuri. Those of services with folders of their own (RuntimeDirectory=) end with these.
 */
#define _GNU_SOURCE
#include "others.h"

#include "../../os/os.h"

#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_GROUPS = 64, NAME_BYTES = 64, WAIT_MS = 5000 };

typedef struct user {
  long number, group;
  char name[NAME_BYTES]; /* "": not listed */
  gid_t groups[MOST_GROUPS];
  size_t group_count;
} user;

/* name:password:NUMBER:GROUP:... */
static int find_user(void *argument, char *line) {
  user *it = argument;
  char name[NAME_BYTES];
  long number, group;
  if (sscanf(line, "%63[^:]:%*[^:]:%ld:%ld:", name, &number, &group) != 3 || number != it->number)
    return 0;
  snprintf(it->name, sizeof it->name, "%s", name);
  it->group = group;
  return 1;
}

/* name:password:NUMBER:user,user,... */
static int add_group(void *argument, char *line) {
  user *it = argument;
  char *members = strrchr(line, ':');
  long number;
  if (members == NULL || sscanf(line, "%*[^:]:%*[^:]:%ld:", &number) != 1)
    return 0;
  for (char *each = strtok(members + 1, ","); each != NULL; each = strtok(NULL, ","))
    if (strcmp(each, it->name) == 0 && it->group_count < MOST_GROUPS)
      it->groups[it->group_count++] = (gid_t)number;
  return 0;
}

static void become(user *it) {
  ksi_each_line("/etc/passwd", find_user, it);
  if (it->name[0] != '\0')
    ksi_each_line("/etc/group", add_group, it);
  const gid_t group = it->group >= 0 ? (gid_t)it->group : (gid_t)it->number;
  const uid_t number = (uid_t)it->number;
  if (setgroups(it->group_count, it->groups) != 0 || setresgid(group, group, group) != 0 ||
      setresuid(number, number, number) != 0 || geteuid() != number)
    _exit(1);
}

/* `runtime`: where the user's programs have their journals, or NULL. */
static void recover_as(long number, const char *runtime, ksi_recovered *sum) {
  int answer[2];
  ksi_recovered its;
  if (pipe(answer) != 0)
    return;
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    user it = {.number = number, .group = -1};
    become(&it);
    runtime != NULL ? setenv("XDG_RUNTIME_DIR", runtime, 1) : unsetenv("XDG_RUNTIME_DIR");
    its = ksi_recover(WAIT_MS);
    _exit(write(answer[1], &its, sizeof its) != sizeof its);
  }
  close(answer[1]);
  if (read(answer[0], &its, sizeof its) == sizeof its) {
    sum->undone += its.undone;
    sum->left += its.left;
    sum->discarded += its.discarded;
    sum->refused += its.refused;
  }
  close(answer[0]);
  if (child > 0)
    waitpid(child, NULL, 0);
}

static int recover_user(void *argument, const char *name) {
  char *end;
  const long number = strtol(name, &end, 10);
  ksi_path runtime = ksi_join("/run/user", name);
  if (*end == '\0' && number > 0 &&
      ksi_owner_of_folder(ksi_join(runtime.text, "kasuri").text) == number)
    recover_as(number, runtime.text, argument);
  return 0;
}

void recover_for_others(ksi_recovered *sum) {
  if (ksi_user() != 0)
    return;
  ksi_each_name("/run/user", recover_user, sum);
  const long owner = ksi_owner_of_folder(KSI_SHARED_FOLDER "/kasuri");
  if (owner > 0)
    recover_as(owner, NULL, sum);
}
