#include "driver/serve/Page.h"

#include "driver/serve/PlaygroundTemplate.h"
#include "report/HtmlParts.h"
#include "report/ReportHtml.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"

namespace kasuri {
namespace {

namespace json = llvm::json;
namespace path = llvm::sys::path;
using llvm::StringRef;

std::string hashOf(StringRef text) {
  const auto hash = llvm::SHA256::hash(llvm::arrayRefFromStringRef(text));
  return "'sha256-" + llvm::encodeBase64(hash) + "'";
}

json::Array samples() {
  json::Array all;
  for (const Sample &each : llvm::ArrayRef(playgroundSamples, playgroundSampleCount)) {
    const StringRef text = each.text;
    const StringRef title = text.split('\n').first.ltrim("/ ");
    all.push_back(json::Object{{"name", each.name}, {"title", title}, {"text", text}});
  }
  return all;
}

/// Text of Markdown, read as it is.
void addObstacles(const std::string &folder, Pages &pages) {
  std::error_code error;
  for (llvm::sys::fs::directory_iterator file(folder, error), end; !error && file != end;
       file.increment(error)) {
    auto text = llvm::MemoryBuffer::getFile(file->path());
    if (path::extension(file->path()) != ".md" || !text)
      continue;
    pages["obstacles/" + path::stem(file->path()).str()] = {.type = "text/plain; charset=utf-8",
                                                            .body = (*text)->getBuffer().str()};
  }
}

} // namespace

Pages makePages(const std::string &documentation, const Limits &limits) {
  Pages pages;
  if (!documentation.empty())
    addObstacles(documentation + "/obstacles", pages);
  json::Array obstacles;
  for (const auto &[name, answer] : pages)
    obstacles.push_back(StringRef(name).split('/').second);
  const json::Value facts = json::Object{
      {"samples", samples()}, {"obstacles", std::move(obstacles)}, {"seconds", limits.seconds}};
  const HtmlTemplate &form = playgroundTemplate;
  HttpAnswer &page = pages[""];
  page.type = "text/html; charset=utf-8";
  page.body = filled(form.page, {{"style", form.style},
                                 {"script", form.script},
                                 {"facts", embedded(llvm::formatv("{0}", facts).str())}});
  page.policy = "default-src 'none'; connect-src 'self'; img-src data:; require-trusted-types-for "
                "'script'; script-src " +
                hashOf(form.script) + "; style-src " + hashOf(form.style);
  return pages;
}

} // namespace kasuri
