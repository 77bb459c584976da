// What the sections of report.html are made of.
#pragma once

#include "report/SourceLines.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/JSON.h"

#include <map>
#include <set>

namespace kasuri {

using JsonObject = llvm::json::Object;

/// The form of a page with each {{name}} replaced by what is there for it.
std::string filled(llvm::StringRef page, const std::map<llvm::StringRef, std::string> &slots);

/// Text for HTML, also within attributes. Bytes that are no UTF-8 become U+FFFD, control characters
/// the pictures that Unicode has for them.
std::string escaped(llvm::StringRef text);

/// "12.3 %", "< 0.01 %".
std::string percent(double share);

llvm::StringRef textOf(const JsonObject &object, llvm::StringRef key);
/// 0 where there is no number.
double numberOf(const JsonObject &object, llvm::StringRef key);
bool isTrue(const JsonObject &object, llvm::StringRef key);
/// Those of the array's elements that are objects; none where there is no array.
std::vector<const JsonObject *> objectsOf(const JsonObject &object, llvm::StringRef key);
std::vector<llvm::StringRef> textsOf(const JsonObject &object, llvm::StringRef key);

/// What --assume=NAME grants, in words.
struct AssumptionText {
  llvm::StringLiteral name;
  const char *ofLoop;    ///< what a loop assumes that relies on it
  const char *ofProgram; ///< what that means for the program
};

/// In the order in which report.json names them.
llvm::ArrayRef<AssumptionText> assumptionTexts();

/// The loop's share of the program's time: measured if a profile was read, else estimated.
double shareOf(const JsonObject &loop);

/// The files that the report speaks about, and the links into them.
class HtmlFiles {
public:
  HtmlFiles(const JsonObject &report, SourceLines &sources);

  const std::vector<std::string> &paths() const { return all; }
  /// How many lines of the file, by its index in `paths`, are shown; 0 when it cannot be read.
  size_t lineCount(size_t file) const { return lines[file]; }
  /// The `id` of a line; of its file when there is no such line; "" for a file that is not shown.
  std::string anchor(llvm::StringRef path, int64_t line) const;
  /// A link that says `file.c:12`, or only the text when the file is not shown.
  std::string link(const JsonObject &place, llvm::StringRef text = "") const;

private:
  std::vector<std::string> all; ///< in the order of their first mention
  std::vector<size_t> lines;    ///< of each
  std::map<std::string, size_t, std::less<>> index;

  void add(llvm::StringRef path);
  void addPlaces(const JsonObject &obstacle);
};

/// One obstacle with its ends, its page and what helps, as a list item; `more` stands at its end.
/// All have the same kind and message, each its own places.
std::string obstacleItem(const std::vector<const JsonObject *> &same, const HtmlFiles &files,
                         const std::string &more = "");

/// Obstacles that say the same are together, at the place of the first.
std::vector<std::vector<const JsonObject *>>
groupedObstacles(const std::vector<const JsonObject *> &obstacles);

/// A row of a table; the texts are HTML.
std::string cellsHtml(std::initializer_list<std::string> texts);
/// `heads` and `rows` are HTML.
std::string tableHtml(llvm::StringRef caption, std::initializer_list<const char *> heads,
                      const std::string &rows);

/// The page of each kind of obstacle that the report names.
std::string obstaclePagesHtml(const JsonObject &report);

std::string overviewHtml(const JsonObject &report);
std::string changesHtml(const JsonObject &report, const HtmlFiles &files);
std::string sourceHtml(const JsonObject &report, const HtmlFiles &files, SourceLines &sources);
std::string taskTables(const JsonObject &report, const HtmlFiles &files);
std::string scheduleTables(const JsonObject &report);
/// Pictures and tables of the plan's pipelines; "" if it has none.
std::string pipelinesHtml(const JsonObject &report, const HtmlFiles &files);
std::string curveTable(const JsonObject &report);
std::string assumptionsHtml(const JsonObject &report, const HtmlFiles &files);

} // namespace kasuri
