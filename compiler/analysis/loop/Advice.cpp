// Advice can only be followed if it is about what the code does: a call that reads is not printed
// later, the time is not collected, and only some functions with a state have a variant that keeps
// it in an argument. Advice decides nothing; a loop stays as it is.
#include "analysis/loop/Advice.h"
#include "analysis/library/LibraryFunctions.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace kasuri {

namespace {

struct Variant {
  std::string_view name, keepsItsState;
};

constexpr std::array variants{
    Variant{"rand", "rand_r"},         Variant{"random", "random_r"},
    Variant{"drand48", "erand48"},     Variant{"lrand48", "nrand48"},
    Variant{"mrand48", "jrand48"},     Variant{"strtok", "strtok_r"},
    Variant{"strerror", "strerror_r"}, Variant{"asctime", "asctime_r"},
    Variant{"ctime", "ctime_r"},       Variant{"localtime", "localtime_r"},
    Variant{"gmtime", "gmtime_r"},     Variant{"lgamma", "lgamma_r"},
    Variant{"ttyname", "ttyname_r"},   Variant{"getpwnam", "getpwnam_r"},
    Variant{"getpwuid", "getpwuid_r"}, Variant{"getgrnam", "getgrnam_r"},
    Variant{"getgrgid", "getgrgid_r"}, Variant{"getlogin", "getlogin_r"},
};

bool isOneOf(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string outOfTheLoop(const std::string &name) {
  return "move the call of '" + name + "' out of the loop";
}

std::string onState(const std::string &name) {
  if (name == "__errno_location")
    return "use errno outside of the loop only";
  auto variant = std::find_if(variants.begin(), variants.end(),
                              [&](const Variant &each) { return each.name == name; });
  return variant == variants.end() ? outOfTheLoop(name)
                                   : "use '" + std::string(variant->keepsItsState) +
                                         "', which keeps its state in an argument";
}

} // namespace

std::string adviceOn(const Program &program, const Access &access) {
  const Instruction &origin = program[access.origin];
  if (origin.op == Op::Clobber && access.reason == ObstacleKind::UnknownCall)
    return origin.text == "va_arg" ? "read the arguments before the loop"
                                   : "use a plain variable, of which each worker gets a copy if "
                                     "the loop only adds to it";
  const LibraryFunction *library = libraryCalled(origin);
  if (!library)
    return "";
  if (library->hasInput)
    return "read all input before the loop";
  if (access.reason == ObstacleKind::HiddenState)
    return onState(origin.calleeName);
  const bool isPrinting = library->hasOutput || library->exits || library->callsBack ||
                          isOneOf(origin.calleeName, {"perror", "system"});
  return access.reason == ObstacleKind::InputOutput && !isPrinting ? outOfTheLoop(origin.calleeName)
                                                                   : "";
}

std::string adviceOnExit(const Instruction &call, const Instruction &end) {
  const bool isHere = call.location == end.location;
  if (isOneOf(end.calleeName, {"longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"}))
    return isHere ? "leave the loop without longjmp"
                  : "have '" + call.text + "' return an error instead of calling longjmp";
  const LibraryFunction *library = libraryCalled(end);
  if (library && library->exits)
    return isHere ? "remember the error, and end the program after the loop"
                  : "have '" + call.text + "' return an error, and end the program after the loop";
  return "";
}

} // namespace kasuri
