#include "driver/cc/ResultCache.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <cstdlib>

namespace kasuri {
namespace {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

constexpr StringRef entryPrefix = "llvmcache-"; // by which LLVM's pruning knows entries
constexpr size_t digestBytes = 32;
constexpr std::chrono::minutes betweenPrunings(5);
constexpr std::chrono::hours longestUnused(24 * 30);

llvm::ArrayRef<uint8_t> bytesOf(StringRef text) { return llvm::arrayRefFromStringRef(text); }

std::string numberText(uint64_t number) {
  std::string text(sizeof number, '\0');
  llvm::support::endian::write64le(text.data(), number);
  return text;
}

std::string digestOf(const std::string &key, StringRef content) {
  llvm::BLAKE3 hasher;
  hasher.update(bytesOf(key));
  hasher.update(bytesOf(content));
  return llvm::toStringRef(llvm::ArrayRef<uint8_t>(hasher.final())).str();
}

std::string chosenDirectory() {
  if (const char *given = std::getenv("KASURI_CACHE"))
    return StringRef(given) == "off" ? "" : given;
  llvm::SmallString<256> folder;
  if (!path::cache_directory(folder))
    return "";
  path::append(folder, "kasuri");
  return folder.str().str();
}

llvm::CachePruningPolicy policy() {
  llvm::CachePruningPolicy policy;
  const char *given = std::getenv("KASURI_CACHE_SIZE");
  auto parsed =
      llvm::parseCachePruningPolicy(std::string("cache_size_bytes=") + (given ? given : "1g"));
  if (parsed)
    policy.MaxSizeBytes = parsed->MaxSizeBytes;
  else
    llvm::consumeError(parsed.takeError());
  policy.Interval = betweenPrunings;
  policy.Expiration = longestUnused;
  return policy;
}

} // namespace

void CacheKey::add(StringRef part) {
  hasher.update(bytesOf(numberText(part.size())));
  hasher.update(bytesOf(part));
}

void CacheKey::add(const std::vector<std::string> &parts) {
  add(numberText(parts.size()));
  for (const std::string &part : parts)
    add(part);
}

void CacheKey::addProgram(const std::string &path) {
  fs::file_status status;
  add(path);
  if (fs::status(path, status))
    return;
  add(numberText(status.getSize()));
  add(numberText(
      static_cast<uint64_t>(status.getLastModificationTime().time_since_epoch().count())));
}

std::string CacheKey::text() const {
  llvm::BLAKE3 copy = hasher;
  return llvm::toHex(copy.final(), /*LowerCase=*/true);
}

ResultCache::ResultCache() : directory(chosenDirectory()) {
  if (!directory.empty() && fs::create_directories(directory))
    directory.clear();
}

std::string ResultCache::fileOf(const std::string &key) const {
  return directory + "/" + entryPrefix.str() + key;
}

std::optional<std::string> ResultCache::get(const CacheKey &key) const {
  const std::string name = key.text();
  auto file = directory.empty() ? std::error_code() : llvm::MemoryBuffer::getFile(fileOf(name));
  if (directory.empty() || !file)
    return std::nullopt;
  const StringRef bytes = (*file)->getBuffer();
  const StringRef content = bytes.drop_front(std::min(digestBytes, bytes.size()));
  if (bytes.substr(0, digestBytes) != digestOf(name, content))
    return std::nullopt;
  return content.str();
}

void ResultCache::put(const CacheKey &key, StringRef content) const {
  if (directory.empty())
    return;
  const std::string name = key.text();
  llvm::consumeError(llvm::writeToOutput(fileOf(name), [&](llvm::raw_ostream &stream) {
    stream << digestOf(name, content) << content;
    return llvm::Error::success();
  }));
}

void ResultCache::prune() const {
  if (!directory.empty())
    llvm::pruneCache(directory, policy());
}

std::string packTexts(const std::vector<std::string> &texts) {
  std::string packed;
  for (const std::string &text : texts)
    packed += numberText(text.size()) + text;
  return packed;
}

std::vector<std::string> unpackTexts(StringRef packed) {
  std::vector<std::string> texts;
  while (packed.size() >= sizeof(uint64_t)) {
    const uint64_t size = llvm::support::endian::read64le(packed.data());
    packed = packed.drop_front(sizeof(uint64_t));
    texts.push_back(packed.substr(0, size).str());
    packed = packed.drop_front(std::min<uint64_t>(size, packed.size()));
  }
  return texts;
}

} // namespace kasuri
