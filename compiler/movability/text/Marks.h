// Marks in texts that are made before it is known in which layer they will stand.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace kasuri {

constexpr char sourceBegin = '\x01', sourceEnd = '\x02';

/// Some character is one of those that marks are made of, as may be in a string of the source.
bool holdsMarks(llvm::StringRef text);

/// Marks the source's own text, in which its macros hold.
std::string ofSource(const std::string &text);

/// Stands for the number of the task in its layer.
extern const std::string taskMark;
/// Stands for the number of parts that the layer's loops are cut into at most.
extern const std::string partsMark;
/// Stands for the name of a variable of the function: as `spelled` if the task has its value, else
/// as what its address leads to.
std::string nameMark(size_t variable, const std::string &spelled);

/// What the marks stand for.
struct MarkValues {
  std::string task, parts;
  /// By variable: the name if it is reached by its address; "" if not.
  std::vector<std::string> sharedNames;
};

/// The text without these marks; the source's own text stays marked.
std::string resolved(const std::string &text, const MarkValues &values);

} // namespace kasuri
