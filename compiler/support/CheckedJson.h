// JSON in which every member has a meaning, read with the place of the first mistake.
//
// A number that is misspelt or out of range in a file that people write must not silently become a
// default. So a cursor stands at a value and knows its path; what it is asked for and cannot give
// is a problem, kept once for the whole file. Reading goes on after a problem with what was there,
// so that callers need not look at each step; they look at the end.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/JSON.h"

#include <optional>
#include <string>
#include <vector>

namespace kasuri {

class JsonCursor {
public:
  /// At the whole of `value`, which paths call `name`; the first mistake goes to `problem`.
  JsonCursor(const llvm::json::Value &value, std::string name, std::string &problem)
      : value(&value), path(std::move(name)), problem(&problem) {}

  /// False for a member that is missing or null: nobody knows it.
  bool isKnown() const;

  /// The member of an object. It need not be there.
  JsonCursor operator[](llvm::StringRef key) const;
  /// How many elements: none where nothing is known; anything but a list is a mistake.
  size_t size() const;
  /// An element, by an index below size().
  JsonCursor at(size_t index) const;

  /// Absent where nothing is known, or after a mistake.
  std::optional<double> number(double least, double most) const;
  std::optional<unsigned> index(unsigned most) const;
  std::optional<llvm::StringRef> text() const;
  /// Names of the members, in order; anything but an object is a mistake.
  std::vector<std::string> members() const;
  /// Whether it is that text; anything else is no mistake here.
  bool isText(llvm::StringRef wanted) const;
  bool isTrue() const;
  /// One of the words, by its place in the list.
  std::optional<size_t> word(llvm::ArrayRef<llvm::StringRef> words) const;

  /// It is a mistake not to be an object, or to have a member that is not among these. Members
  /// whose names begin with "x-" are the user's own.
  bool isObjectOf(llvm::ArrayRef<llvm::StringRef> members) const;

  /// "machine.cores[3].id WHAT"; only the first one is kept.
  void fail(const llvm::Twine &what) const;

private:
  JsonCursor(const llvm::json::Value *value, std::string path, std::string *problem)
      : value(value), path(std::move(path)), problem(problem) {}

  const llvm::json::Value *value; ///< null: not there
  std::string path;
  std::string *problem;
};

/// Parses untrusted text: the value, or what is wrong with it, as "LINE:COLUMN: text". Text that is
/// nested so deeply that the parser would overflow the stack is refused.
llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef text);

} // namespace kasuri
