#include "driver/cc/VectorHeaders.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <vector>

namespace kasuri {
namespace {

using llvm::StringRef;

/// `# 4 "a.c" 2`: a file begins (1), or the text comes back to it (2).
struct Marker {
  StringRef file;
  bool begins = false, returns = false;
};

/// False if the line is none.
bool parseMarker(StringRef line, Marker &marker) {
  unsigned number = 0;
  if (!line.consume_front("# ") || line.consumeInteger(10, number) || !line.consume_front(" \""))
    return false;
  const auto [file, flags] = line.rsplit('"');
  marker = {file, flags.starts_with(" 1"), flags.starts_with(" 2")};
  return true;
}

bool isOfCompiler(StringRef file) { return file.contains("/gcc") || file.contains("/clang/"); }

bool isVectorHeader(StringRef file) {
  const StringRef name = llvm::sys::path::filename(file);
  const bool isKnown = llvm::StringSwitch<bool>(name)
                           .Cases({"arm_neon.h", "arm_acle.h", "arm_fp16.h", "arm_bf16.h"}, true)
                           .Case("arm_sve.h", true)
                           .Default(name.ends_with("intrin.h"));
  return isKnown && isOfCompiler(file);
}

/// Of what a header of intrinsics includes.
bool isKept(StringRef file) {
  return !isOfCompiler(file) || llvm::sys::path::filename(file) == "mm_malloc.h";
}

std::string inclusion(StringRef file) {
  return "#define _MM_MALLOC_H_INCLUDED\n#define __MM_MALLOC_H\n#include <" +
         llvm::sys::path::filename(file).str() + ">\n";
}

class Reader {
public:
  std::string result;

  void read(StringRef line) {
    Marker marker;
    const bool isMarker = parseMarker(line.rtrim(), marker);
    const bool wasInside = isInside();
    if (isMarker && marker.begins && (!open.empty() || isVectorHeader(marker.file)))
      open.push_back(marker.file);
    else if (isMarker && marker.returns && !open.empty())
      leave();
    if (isInside())
      return;
    // Where only one end of a file's text stays, it is no file of its own.
    const bool isHalf = isMarker && wasInside && (marker.begins || marker.returns);
    result += isHalf ? withoutFirstFlag(line) : line.str();
  }

private:
  std::vector<StringRef> open; ///< from the outermost header of intrinsics on

  bool isInside() const { return !open.empty() && llvm::none_of(open, isKept); }

  void leave() {
    const StringRef left = open.back();
    open.pop_back();
    if (open.empty())
      result += inclusion(left);
  }

  static std::string withoutFirstFlag(StringRef line) {
    const auto [file, flags] = line.rsplit('"');
    return (file + "\"" + flags.drop_front(2)).str();
  }
};

} // namespace

std::string withVectorHeadersByName(const std::string &text) {
  if (!StringRef(text).contains("intrin.h\"") && !StringRef(text).contains("/arm_"))
    return text;
  Reader reader;
  for (StringRef rest = text; !rest.empty();) {
    const StringRef line = rest.substr(0, std::min(rest.find('\n'), rest.size() - 1) + 1);
    rest = rest.drop_front(line.size());
    reader.read(line);
  }
  return std::move(reader.result);
}

} // namespace kasuri
