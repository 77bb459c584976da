// Objects, with a section of Kasuri's or without. What is put into one comes out again.
#include "driver/cc/ObjectSection.h"

#include <cstdint>

using namespace kasuri;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const llvm::StringRef object(reinterpret_cast<const char *>(data), size);
  readSection(object);
  namesOf(object);
  dynamicNames(object);
  const ObjectSource source{"/src", "a.c", {"cc"}, {"-O2", ""}, "int x;\n"};
  const std::optional<std::string> with = withSection(object, source);
  if (!with)
    return 0;
  const std::optional<ObjectSource> again = readSection(*with);
  if (!again || again->flags != source.flags || again->text != source.text ||
      withSection(*with, source))
    __builtin_trap();
  return 0;
}
