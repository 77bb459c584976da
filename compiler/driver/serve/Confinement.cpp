#include "driver/serve/Confinement.h"

#include <cstdint>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace kasuri {
namespace {

constexpr rlim_t mostFileBytes = rlim_t(64) << 20;
constexpr uint64_t reading =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr uint64_t writing = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                             LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                             LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                             LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                             LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
constexpr uint64_t ofFiles =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE;

bool limit(__rlimit_resource resource, rlim_t most) {
  rlimit now;
  if (getrlimit(resource, &now) != 0)
    return false;
  const rlim_t value = now.rlim_max < most ? now.rlim_max : most;
  const rlimit wanted{value, value};
  return setrlimit(resource, &wanted) == 0;
}

/// Programs, libraries, headers, and what tells the processors.
const char *const systemPlaces[] = {"/usr",
                                    "/bin",
                                    "/lib",
                                    "/lib32",
                                    "/lib64",
                                    "/etc/ld.so.cache",
                                    "/etc/alternatives",
                                    "/sys/devices/system",
                                    "/proc/cpuinfo"};

/// A path that is not there needs no rule.
bool allow(int rules, const std::string &path, uint64_t access) {
  const int place = open(path.c_str(), O_PATH | O_CLOEXEC);
  if (place < 0)
    return true;
  struct stat status;
  const bool isFolder = fstat(place, &status) == 0 && S_ISDIR(status.st_mode);
  landlock_path_beneath_attr rule = {};
  rule.allowed_access = isFolder ? access : access & ofFiles;
  rule.parent_fd = place;
  const bool isAdded =
      syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
  close(place);
  return isAdded;
}

bool restrictFiles(const Sandbox &sandbox) {
  landlock_ruleset_attr attributes = {};
  attributes.handled_access_fs = reading | writing;
  const int rules =
      static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0));
  if (rules < 0)
    return false;
  bool isDone = allow(rules, sandbox.folder, reading | writing);
  isDone = isDone && allow(rules, "/dev/null", reading | LANDLOCK_ACCESS_FS_WRITE_FILE);
  for (const char *each : systemPlaces)
    isDone = isDone && allow(rules, each, reading);
  for (const std::string &each : sandbox.readable)
    isDone = isDone && allow(rules, each, reading);
  isDone = isDone && syscall(SYS_landlock_restrict_self, rules, 0) == 0;
  close(rules);
  return isDone;
}

} // namespace

bool hasLandlock() {
  return syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION) > 0;
}

bool confine(const Sandbox &sandbox) {
  const rlim_t bytes = rlim_t(sandbox.limits.megabytes) << 20;
  // By the clock the caller ends it sooner, and can tell why.
  if (!limit(RLIMIT_CPU, sandbox.limits.seconds + 1) || !limit(RLIMIT_AS, bytes) ||
      !limit(RLIMIT_FSIZE, mostFileBytes) || !limit(RLIMIT_CORE, 0) ||
      prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return false;
  return !hasLandlock() || restrictFiles(sandbox);
}

} // namespace kasuri
