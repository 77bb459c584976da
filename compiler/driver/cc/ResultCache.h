// Results of earlier links, by the content of all that they were made of.
//
// One file for each result in $KASURI_CACHE, by default kasuri/ in the user's folder of caches. A
// key is a digest of everything that has a say in the result, so an entry is never out of date, and
// two commands that write one at the same time write the same. Files appear whole under their name,
// and begin with a digest of key and content: what is damaged, cut off or of another form is no
// entry. A cache that cannot be read or written is an empty one. The entries that were not used for
// longest go when all of them together are larger than $KASURI_CACHE_SIZE.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/BLAKE3.h"

#include <optional>
#include <string>
#include <vector>

namespace kasuri {

/// Collects what a result is made of; parts are kept apart.
class CacheKey {
public:
  void add(llvm::StringRef part);
  void add(const std::vector<std::string> &parts);
  /// What tells this build of a program from any other.
  void addProgram(const std::string &path);
  std::string text() const; ///< in hexadecimal

private:
  llvm::BLAKE3 hasher;
};

class ResultCache {
public:
  /// As the environment says.
  ResultCache();
  std::optional<std::string> get(const CacheKey &key) const;
  void put(const CacheKey &key, llvm::StringRef content) const;
  /// Makes room; a look at the folder at most every few minutes.
  void prune() const;

private:
  std::string directory; ///< "": there is no cache
  std::string fileOf(const std::string &key) const;
};

/// Several texts as one.
std::string packTexts(const std::vector<std::string> &texts);
std::vector<std::string> unpackTexts(llvm::StringRef packed);

} // namespace kasuri
