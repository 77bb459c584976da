#include "driver/lsp/Addressed.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace kasuri {
namespace {

namespace json = llvm::json;
namespace path = llvm::sys::path;

/// Of a C source, since nothing else is analyzed.
std::string pathOfUntitled(llvm::StringRef name) {
  llvm::SmallString<128> file(name);
  (void)llvm::sys::fs::make_absolute(file); // as it is, without a working folder
  path::remove_dots(file, /*remove_dot_dot=*/true);
  return (path::extension(file) == ".c" ? file : file + ".c").str();
}

} // namespace

json::Value withFileAddress(json::Value params, std::string &uri) {
  json::Object *all = params.getAsObject();
  json::Object *document = all ? all->getObject("textDocument") : nullptr;
  const auto given = document ? document->getString("uri") : std::nullopt;
  if (!given)
    return params;
  uri = given->str();
  llvm::StringRef name = uri;
  if (!name.consume_front("untitled:") || name.empty())
    return params;
  if (auto file = llvm::lsp::URIForFile::fromFile(pathOfUntitled(name)))
    (*document)["uri"] = file->uri().str();
  else
    llvm::consumeError(file.takeError());
  return params;
}

} // namespace kasuri
