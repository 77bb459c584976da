#include "report/ReportSarif.h"

#include "report/SourceLines.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

namespace kasuri {
namespace {

using llvm::StringRef;
using llvm::json::OStream;

/// From this share of the program's time on, a loop that stays sequential is a warning.
constexpr double shareOfAWarning = 0.05;

/// Where the Debian package puts the documentation. A report is the same wherever it is made, so
/// this does not depend on where Kasuri is installed.
constexpr const char *documentation = "file:///usr/share/doc/kasuri/";

struct Rule {
  std::string name, text, help;
  std::string page = "docs/user-guide.md"; ///< in the documentation
};

/// The text of a kind, with "..." for the names that a remark has.
std::string general(std::string text) {
  for (std::string_view operand : {"'{0}'", "'{1}'", "{0}", "{1}"})
    for (size_t at; (at = text.find(operand)) != std::string::npos;)
      text.replace(at, operand.size(), operand == "{1}" ? "" : "...");
  return text;
}

std::vector<Rule> rules() {
  std::vector<Rule> all;
  for (const RemarkKind &each : remarkKinds())
    all.push_back({std::string(each.name), std::string(each.text), std::string(each.help)});
  for (ObstacleKind kind : obstacleKinds())
    all.push_back({std::string(name(kind)), general(std::string(text(kind))),
                   general(std::string(helpText(kind))) + "; docs/obstacles/" +
                       std::string(name(kind)) +
                       ".md in Kasuri's documentation has an example and its rewrite",
                   "docs/obstacles/" + std::string(name(kind)) + ".md"});
  return all;
}

/// A path as a relative reference or file URI (RFC 3986).
std::string uri(StringRef path) {
  constexpr StringRef plain = "-._~/!$&'()*+,;=@";
  std::string result = path.starts_with("/") ? "file://" : "";
  llvm::raw_string_ostream stream(result);
  for (unsigned char each : path.str())
    if (llvm::isAlnum(static_cast<char>(each)) || plain.contains(static_cast<char>(each)))
      stream << static_cast<char>(each);
    else
      stream << '%' << llvm::hexdigit(each >> 4) << llvm::hexdigit(each & 15);
  return result;
}

class SarifWriter {
public:
  SarifWriter(OStream &out, const Program &program) : out(out), program(program) {
    for (size_t i = 0; i < theRules.size(); ++i)
      ruleIndex[theRules[i].name] = i;
  }

  void write(const std::vector<Remark> &remarks) {
    out.object([&] {
      out.attribute("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
      out.attribute("version", "2.1.0");
      out.attributeArray("runs", [&] {
        out.object([&] {
          tool();
          out.attribute("columnKind", "utf16CodeUnits");
          out.attributeArray("results", [&] {
            for (const Remark &each : remarks)
              result(each);
          });
        });
      });
    });
  }

private:
  OStream &out;
  const Program &program;
  SourceLines sources;
  const std::vector<Rule> theRules = rules();
  std::map<std::string, size_t> ruleIndex;

  void message(StringRef key, StringRef text) {
    out.attributeObject(key, [&] { out.attribute("text", llvm::json::fixUTF8(text)); });
  }

  void tool() {
    out.attributeObject("tool", [&] {
      out.attributeObject("driver", [&] {
        out.attribute("name", "Kasuri");
        out.attribute("informationUri", documentation + std::string("README.md"));
        out.attributeArray("rules", [&] {
          for (const Rule &each : theRules)
            rule(each);
        });
      });
    });
  }

  void rule(const Rule &each) {
    out.object([&] {
      out.attribute("id", each.name);
      message("shortDescription", each.text);
      if (!each.help.empty())
        message("help", "what helps: " + each.help);
      out.attribute("helpUri", documentation + each.page);
      out.attributeObject("defaultConfiguration", [&] { out.attribute("level", "note"); });
    });
  }

  static StringRef levelOf(const Remark &remark) {
    if (remark.group != Remark::Group::Missed)
      return "none";
    return remark.share >= shareOfAWarning && remark.kind != "NotWorthIt" &&
                   remark.kind != "NotCalled"
               ? "warning"
               : "note";
  }

  void result(const Remark &remark) {
    out.object([&] {
      out.attribute("ruleId", remark.kind);
      if (auto found = ruleIndex.find(remark.kind); found != ruleIndex.end())
        out.attribute("ruleIndex", static_cast<int64_t>(found->second));
      out.attribute("kind", levelOf(remark) == "none" ? "informational" : "fail");
      out.attribute("level", levelOf(remark));
      out.attributeBegin("rank");
      out.rawValue(llvm::formatv("{0:f2}", remark.share * 100).str());
      out.attributeEnd();
      message("message", textOf(remark));
      out.attributeArray("locations", [&] {
        if (remark.location.valid())
          out.object([&] { physical(remark.location); });
      });
      out.attributeArray("relatedLocations", [&] { related(remark); });
      if (!remark.fixIts.empty())
        out.attributeArray("fixes", [&] {
          for (const FixIt &each : remark.fixIts)
            fix(each);
        });
    });
  }

  /// All edits of a fix-it are of one file.
  void fix(const FixIt &each) {
    out.object([&] {
      message("description", each.title);
      out.attributeArray("artifactChanges", [&] {
        out.object([&] {
          artifact(each.loop);
          out.attributeArray("replacements", [&] {
            for (const FileEdit &edit : each.edits)
              replacement(edit);
          });
        });
      });
      out.attributeObject("properties", [&] { out.attribute("promise", each.isPromise); });
    });
  }

  void replacement(const FileEdit &edit) {
    out.object([&] {
      out.attributeObject("deletedRegion", [&] {
        out.attribute("startLine", static_cast<int64_t>(edit.begin.line));
        out.attribute("startColumn", column(edit.begin));
        out.attribute("endLine", static_cast<int64_t>(edit.end.line));
        out.attribute("endColumn", column(edit.end));
      });
      message("insertedContent", edit.text);
    });
  }

  /// With the notes that stand at the remark's own place: the help.
  static std::string textOf(const Remark &remark) {
    std::string text = remark.text;
    for (const Remark::Note &note : remark.notes)
      if (isOwn(remark, note))
        text += "\n" + note.text;
    return text;
  }

  static bool isOwn(const Remark &remark, const Remark::Note &note) {
    return !note.location.valid() || note.location == remark.location;
  }

  void related(const Remark &remark) {
    int64_t id = 0;
    for (const Remark::Note &note : remark.notes)
      if (!isOwn(remark, note))
        out.object([&] {
          out.attribute("id", id++);
          message("message", note.text);
          physical(note.location);
        });
  }

  void artifact(const SourceLocation &place) {
    out.attributeObject("artifactLocation", [&] {
      const std::string_view path = pathOf(program, place);
      out.attribute("uri", uri(path));
      if (!StringRef(path).starts_with("/"))
        out.attribute("uriBaseId", "%SRCROOT%");
    });
  }

  void physical(const SourceLocation &place) {
    out.attributeObject("physicalLocation", [&] {
      artifact(place);
      out.attributeObject("region", [&] {
        out.attribute("startLine", static_cast<int64_t>(place.line));
        out.attribute("startColumn", column(place));
      });
    });
  }

  /// Clang counts bytes, SARIF's readers the units of UTF-16.
  int64_t column(const SourceLocation &place) {
    std::optional<std::string_view> line = sources.line(pathOf(program, place), place.line);
    if (!line || place.column == 0)
      return std::max<int64_t>(place.column, 1);
    llvm::SmallVector<llvm::UTF16, 128> units;
    StringRef before = StringRef(*line).take_front(place.column - 1);
    return llvm::convertUTF8ToUTF16String(before, units) ? static_cast<int64_t>(units.size()) + 1
                                                         : place.column;
  }
};

} // namespace

const std::vector<RemarkKind> &remarkKinds() {
  static const std::vector<RemarkKind> kinds = {
      {"Doall", "the loop runs in parallel; its iterations are divided among the cores"},
      {"Pipeline", "iterations of the loop overlap; what they hand on stays in order"},
      {"Wavefront", "the loop's iterations run at the same time, each behind the one before"},
      {"MacroTasks", "the statements run in parallel, each as a task of its own"},
      {"DynamicLayer", "the layer's tasks are assigned to cores at run time"},
      {"Distributed",
       "independent parts of the loop's body run in parallel, each a loop of its own"},
      {"Reordered", "the loops of the nest run in an order that is faster on one core, too"},
      {"KeptOrder", "the loops of the nest keep their order, although another one would be faster",
       "the note says what stands in the way"},
      {"Estimate", "the macro-task took much longer or shorter than estimated"},
      {"GuardFailed", "a test in front of the layer failed, so its original code ran"},
      {"InsideParallel", "the loop can run in parallel but runs inside a parallel layer"},
      {"NotCalled", "the loop can run in parallel, but no known call reaches it",
       "pass the sources that call it, too, or declare its function without 'static'"},
      {"NotWorthIt", "the loop can run in parallel but is not profitable",
       "--min-gain=0 runs it in parallel anyway; a loop around it may be profitable"}};
  return kinds;
}

std::string reportSarif(const Program &program, const std::vector<Remark> &remarks) {
  std::string result;
  llvm::raw_string_ostream stream(result);
  OStream out(stream, /*IndentSize=*/2);
  SarifWriter(out, program).write(remarks);
  stream << '\n';
  return result;
}

} // namespace kasuri
