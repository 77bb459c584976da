// A program that only reads files which it opens itself does not care that its standard input is a
// terminal. Streams are found by the name `stdin`, and by functions that read it without naming it.
// What is not known to read from a stream, or not to read at all, may take any descriptor.
#include "analysis/library/StandardInput.h"

#include "analysis/library/LibraryFunctions.h"

#include <algorithm>
#include <array>

namespace kasuri {
namespace {

constexpr std::array<std::string_view, 13> readers = {"scanf",
                                                      "__isoc99_scanf",
                                                      "__isoc23_scanf",
                                                      "vscanf",
                                                      "wscanf",
                                                      "__isoc99_wscanf",
                                                      "vwscanf",
                                                      "gets",
                                                      "getchar",
                                                      "getwchar",
                                                      "getpass",
                                                      "getchar_unlocked",
                                                      "getwchar_unlocked"};

/// Of files and streams that the program names.
constexpr std::array<std::string_view, 44> plain = {"fread",
                                                    "fread_unlocked",
                                                    "fgets",
                                                    "fgets_unlocked",
                                                    "fgetc",
                                                    "fgetc_unlocked",
                                                    "getc",
                                                    "getc_unlocked",
                                                    "getw",
                                                    "__uflow",
                                                    "fscanf",
                                                    "__isoc99_fscanf",
                                                    "__isoc23_fscanf",
                                                    "vfscanf",
                                                    "__isoc99_vfscanf",
                                                    "__kasuri_grown_line",
                                                    "getline",
                                                    "getdelim",
                                                    "__getdelim",
                                                    "ungetc",
                                                    "fgetwc",
                                                    "fopen",
                                                    "fopen64",
                                                    "fclose",
                                                    "fflush",
                                                    "feof",
                                                    "ferror",
                                                    "clearerr",
                                                    "fileno",
                                                    "fseek",
                                                    "fseeko",
                                                    "ftell",
                                                    "ftello",
                                                    "rewind",
                                                    "fgetpos",
                                                    "fsetpos",
                                                    "setvbuf",
                                                    "setbuf",
                                                    "remove",
                                                    "rename",
                                                    "tmpfile",
                                                    "perror",
                                                    "stat",
                                                    "unlink"};

bool isAmong(const auto &names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

StandardInput readBy(std::string_view name) {
  const LibraryFunction *function = findLibraryFunction(name);
  if (isAmong(readers, name))
    return StandardInput::Read;
  const bool isPlain =
      function && (!function->isInputOutput || function->hasOutput || isAmong(plain, name));
  return isPlain ? StandardInput::Unread : StandardInput::Descriptors;
}

StandardInput readBy(const Program &program, const Instruction &value) {
  if (value.op == Op::Clobber)
    return StandardInput::Descriptors;
  if (value.op == Op::Call && !value.calleeName.empty() && !value.callee.valid())
    return readBy(value.calleeName);
  if (value.op != Op::Address)
    return StandardInput::Unread;
  const Object &object = program[value.object];
  if (object.kind == Object::Kind::Function)
    return object.function.valid() ? StandardInput::Unread : readBy(object.name);
  return object.name == "stdin" && !object.isDefined ? StandardInput::Read : StandardInput::Unread;
}

} // namespace

StandardInput standardInputOf(const Program &program) {
  StandardInput read = StandardInput::Unread;
  for (const Instruction &value : program.values)
    read = std::max(read, readBy(program, value));
  return read;
}

} // namespace kasuri
