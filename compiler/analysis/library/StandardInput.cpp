// A program that only reads files which it opens itself does not care that its standard input is a
// terminal. Streams are found by the name `stdin`, and by functions that read it without naming it.
// What is not known to read from a stream, or not to read at all, may take any descriptor.
#include "analysis/library/StandardInput.h"

#include "analysis/library/LibraryFunctions.h"

#include <algorithm>

namespace kasuri {
namespace {

StandardInput readBy(std::string_view name) {
  const LibraryFunction *function = findLibraryFunction(name);
  if (!function)
    return StandardInput::Descriptors;
  if (function->readsStandardInput)
    return StandardInput::Read;
  const bool isHarmless = !function->isInputOutput || function->hasOutput || function->readsNamed;
  return isHarmless ? StandardInput::Unread : StandardInput::Descriptors;
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
