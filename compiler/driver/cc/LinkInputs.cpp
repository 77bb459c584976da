#include "driver/cc/LinkInputs.h"

#include "analysis/library/LibraryFunctions.h"
#include "driver/cc/VectorHeaders.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/Archive.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <algorithm>

namespace kasuri {
namespace {

using llvm::StringRef;

/// "(libb.a)b.o" of GNU's linker, "libb.a(b.o)" of the others, "b.o".
std::optional<LinkedPlace> placeOf(StringRef line) {
  if (llvm::sys::fs::is_regular_file(line))
    return LinkedPlace{line.str()};
  StringRef file, member;
  if (line.starts_with("("))
    std::tie(file, member) = line.drop_front().rsplit(')');
  else if (line.ends_with(")"))
    std::tie(file, member) = line.drop_back().rsplit('(');
  return llvm::sys::fs::is_regular_file(file) && !member.empty()
             ? std::optional(LinkedPlace{file.str(), member.str()})
             : std::nullopt;
}

/// The archives of the C library and of the compiler.
bool isOfLibrary(StringRef file) {
  const StringRef name = llvm::sys::path::filename(file);
  return llvm::StringSwitch<bool>(name)
             .Cases({"libc.a", "libc_nonshared.a", "libm.a", "libmvec.a", "libpthread.a"}, true)
             .Cases({"librt.a", "libgcc.a", "libgcc_eh.a", "libatomic.a"}, true)
             .Default(false) ||
         name.starts_with("libm-") || name.starts_with("libclang_rt.builtins");
}

class TraceReader {
public:
  LinkInputs inputs;

  /// False if it cannot be understood.
  bool read(StringRef line) {
    const std::optional<LinkedPlace> place = placeOf(line);
    if (!place)
      return false;
    if (!seen.insert(*place).second)
      return true;
    return place->member.empty() ? readFile(*place) : readMember(*place);
  }

private:
  std::set<LinkedPlace> seen;

  bool readFile(const LinkedPlace &place) {
    auto file = llvm::MemoryBuffer::getFile(place.file);
    if (!file)
      return false;
    switch (llvm::identify_magic((*file)->getBuffer())) {
    case llvm::file_magic::elf_relocatable:
      return add(place, (*file)->getBuffer());
    case llvm::file_magic::elf_shared_object:
    case llvm::file_magic::archive: // its members are named
      return true;
    default: // a script that stands for libraries, which are named too
      return StringRef(place.file).contains(".so") || StringRef(place.file).ends_with(".a");
    }
  }

  /// Members of one name cannot be told apart: all of them are taken for unseen.
  bool readMember(const LinkedPlace &place) {
    auto file = llvm::MemoryBuffer::getFile(place.file);
    if (!file)
      return false;
    llvm::Error error = llvm::Error::success();
    llvm::object::Archive archive((*file)->getMemBufferRef(), error);
    if (error)
      return llvm::consumeError(std::move(error)), false;
    std::vector<StringRef> found;
    for (const llvm::object::Archive::Child &child : archive.children(error)) {
      auto name = child.getName();
      auto bytes = child.getBuffer();
      if (name && bytes &&
          llvm::sys::path::filename(*name) == llvm::sys::path::filename(place.member))
        found.push_back(*bytes);
      llvm::consumeError(name.takeError());
      llvm::consumeError(bytes.takeError());
    }
    if (error)
      return llvm::consumeError(std::move(error)), false;
    const auto hasSource = [](StringRef bytes) { return readSection(bytes).has_value(); };
    if (found.size() > 1 && std::any_of(found.begin(), found.end(), hasSource))
      inputs.namesakes.push_back(place);
    return !found.empty() && std::all_of(found.begin(), found.end(), [&](StringRef bytes) {
      return found.size() == 1 ? add(place, bytes) : addUnseen(place, bytes);
    });
  }

  bool add(const LinkedPlace &place, StringRef bytes) {
    auto source = readSection(bytes);
    auto names = namesOf(bytes);
    if (!source || !names)
      return addUnseen(place, bytes);
    source->text = withVectorHeadersByName(source->text);
    inputs.units.push_back({place, std::move(*source), std::move(*names)});
    return true;
  }

  bool addUnseen(const LinkedPlace &place, StringRef bytes) {
    auto names = namesOf(bytes);
    if (names)
      inputs.unseen.push_back({place, std::move(*names)});
    return names.has_value();
  }
};

} // namespace

std::optional<LinkInputs> readTrace(const std::string &trace) {
  TraceReader reader;
  for (StringRef line : llvm::split(trace, '\n'))
    if (!line.trim().empty() && !reader.read(line.trim()))
      return std::nullopt;
  return std::move(reader.inputs);
}

std::string nameUsedOutside(const LinkInputs &inputs, const std::set<std::string> &shown) {
  std::set<std::string> defined;
  for (const LinkedUnit &unit : inputs.units)
    defined.insert(unit.names.defined.begin(), unit.names.defined.end());
  for (const std::string &name : shown)
    if (defined.contains(name))
      return name;
  defined.erase("main"); // which the start of every program calls
  for (const std::string &name : defined)
    if (std::any_of(inputs.unseen.begin(), inputs.unseen.end(),
                    [&](const UnseenObject &object) { return object.names.all.contains(name); }))
      return name;
  return "";
}

bool isNamedOutside(const LinkInputs &inputs, const std::set<std::string> &shown) {
  return !nameUsedOutside(inputs, shown).empty();
}

bool replacesLibrary(const LinkInputs &inputs) {
  std::set<std::string> used;
  for (const LinkedUnit &unit : inputs.units)
    for (const std::string &name : unit.names.all)
      if (!unit.names.defined.contains(name) && findLibraryFunction(name))
        used.insert(name);
  return std::any_of(inputs.unseen.begin(), inputs.unseen.end(), [&](const UnseenObject &object) {
    return !isOfLibrary(object.place.file) &&
           std::any_of(object.names.defined.begin(), object.names.defined.end(),
                       [&](const std::string &name) { return used.contains(name); });
  });
}

void hide(LinkInputs &inputs, const std::vector<bool> &isHidden) {
  std::vector<LinkedUnit> seen;
  for (size_t i = 0; i < inputs.units.size(); ++i) {
    LinkedUnit &unit = inputs.units[i];
    if (isHidden[i])
      inputs.unseen.push_back({std::move(unit.place), std::move(unit.names)});
    else
      seen.push_back(std::move(unit));
  }
  inputs.units = std::move(seen);
}

} // namespace kasuri
