#include "driver/lsp/Document.h"

#include "report/Findings.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FileSystem.h"

#include <algorithm>
#include <cmath>

namespace kasuri {
namespace {

namespace json = llvm::json;
namespace lsp = llvm::lsp;

int utf16Units(llvm::StringRef text) {
  llvm::SmallVector<llvm::UTF16, 128> units;
  return static_cast<int>(llvm::convertUTF8ToUTF16String(text, units) ? units.size() : text.size());
}

std::string uriOf(const std::string &path) {
  auto uri = lsp::URIForFile::fromFile(path);
  if (uri)
    return uri->uri().str();
  llvm::consumeError(uri.takeError());
  return "";
}

/// The page of an obstacle; "" if it has none, or it is not here.
std::string pageOf(const std::string &kind, const std::string &pages) {
  const std::string page = pages + "/obstacles/" + kind + ".md";
  return !pages.empty() && llvm::sys::fs::exists(page) ? uriOf(page) : "";
}

bool isAbout(const AnalyzedRemark &remark, const Document &document) {
  return remark.place.path == document.path && remark.place.line > 0;
}

/// Notes at other places than the loop's are shown there.
json::Array relatedOf(const Document &document, const AnalyzedRemark &remark,
                      const TextOf &textOf) {
  json::Array related;
  for (const AnalyzedNote &note : remark.notes) {
    if (note.place.line == 0 || note.place == remark.place)
      continue;
    const std::string text = textOf(note.place.path);
    const bool isHere = note.place.path == document.path;
    related.push_back(json::Object{
        {"location",
         json::Object{{"uri", isHere ? document.uri : uriOf(note.place.path)},
                      {"range", TextPlaces(text).word(note.place.line, note.place.column)}}},
        {"message", note.text}});
  }
  return related;
}

/// The help and the fix-its, which stand at the loop itself.
std::vector<std::string> ownNotes(const AnalyzedRemark &remark) {
  std::vector<std::string> notes;
  for (const AnalyzedNote &note : remark.notes)
    if (note.place == remark.place && !llvm::StringRef(note.text).starts_with("fix-it: "))
      notes.push_back(note.text);
  return notes;
}

json::Object diagnosticOf(const AnalyzedRemark &remark, const TextPlaces &places) {
  std::string message = remark.text;
  for (const std::string &note : ownNotes(remark))
    message += "\n" + note;
  const auto severity =
      remark.isMissed ? lsp::DiagnosticSeverity::Information : lsp::DiagnosticSeverity::Hint;
  return json::Object{{"range", places.word(remark.place.line, remark.place.column)},
                      {"severity", static_cast<int>(severity)},
                      {"code", remark.kind},
                      {"source", "kasuri"},
                      {"message", std::move(message)}};
}

/// "about 1000 iterations take 3.4 ms, 41 % of the program"
std::string estimateText(const AnalyzedLoop &loop) {
  return "about " +
         count(static_cast<size_t>(std::llround(std::clamp(loop.trips, 0.0, 1e15))), "iteration") +
         " take " + duration(loop.ns) + ", " + std::to_string(std::lround(loop.share * 100)) +
         " % of the program's time, by estimate";
}

std::string hoverText(const Document &document, const AnalyzedRemark &remark,
                      const std::string &pages) {
  std::string text = "**" + remark.text + "** [" + remark.kind + "]\n";
  for (const std::string &note : ownNotes(remark))
    text += "\n" + note + "\n";
  for (const AnalyzedFixIt &each : remark.fixIts)
    text += std::string("\n* ") + (each.isPromise ? "promise" : "fix-it") + ": " + each.title;
  text += remark.fixIts.empty() ? "" : "\n";
  for (const AnalyzedLoop &loop : document.analysis.loops)
    if (loop.place == remark.place) {
      text += "\n" + estimateText(loop) + "\n";
      break;
    }
  if (const std::string page = pageOf(remark.kind, pages); !page.empty())
    text += "\n[" + remark.kind + ": an example and its rewrite](" + page + ")\n";
  return text;
}

json::Object actionOf(const Document &document, const AnalyzedRemark &remark,
                      const AnalyzedFixIt &fixIt) {
  const TextPlaces places(document.analyzedText);
  json::Array edits;
  for (const AnalyzedEdit &each : fixIt.edits)
    edits.push_back(json::Object{
        {"range", lsp::Range(places.at(each.offset), places.at(each.offset + each.length))},
        {"newText", each.text}});
  return json::Object{
      {"title", (fixIt.isPromise ? "Kasuri (a promise of yours): " : "Kasuri: ") + fixIt.title},
      {"kind", "quickfix"},
      {"diagnostics", json::Array{diagnosticOf(remark, places)}},
      {"isPreferred", !fixIt.isPromise},
      {"edit", json::Object{{"changes", json::Object{{document.uri, std::move(edits)}}}}}};
}

} // namespace

TextPlaces::TextPlaces(llvm::StringRef text) : text(text), lineStarts{0} {
  for (size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n' || (text[i] == '\r' && !text.substr(i + 1).starts_with("\n")))
      lineStarts.push_back(i + 1);
}

size_t TextPlaces::offsetOf(unsigned line, unsigned column) const {
  const size_t at = std::min<size_t>(std::max(line, 1u), lineStarts.size()) - 1;
  return std::min(lineStarts[at] + std::max(column, 1u) - 1, text.size());
}

lsp::Position TextPlaces::at(size_t offset) const {
  const auto next = std::upper_bound(lineStarts.begin(), lineStarts.end(), offset);
  const size_t line = static_cast<size_t>(next - lineStarts.begin()) - 1;
  return {static_cast<int>(line), utf16Units(text.slice(lineStarts[line], offset))};
}

lsp::Position TextPlaces::at(unsigned line, unsigned column) const {
  return at(offsetOf(line, column));
}

lsp::Range TextPlaces::word(unsigned line, unsigned column) const {
  const size_t begin = offsetOf(line, column);
  size_t end = begin;
  while (end < text.size() && (llvm::isAlnum(text[end]) || text[end] == '_'))
    ++end;
  if (end == begin && end < text.size() && text[end] != '\n')
    ++end;
  return {at(begin), at(end)};
}

json::Value diagnosticsOf(const Document &document, const TextOf &textOf,
                          const std::string &pages) {
  const TextPlaces places(document.analyzedText);
  json::Array diagnostics;
  for (const AnalyzedRemark &remark : document.analysis.remarks) {
    if (!isAbout(remark, document))
      continue;
    json::Object diagnostic = diagnosticOf(remark, places);
    diagnostic["relatedInformation"] = relatedOf(document, remark, textOf);
    if (const std::string page = pageOf(remark.kind, pages); !page.empty())
      diagnostic["codeDescription"] = json::Object{{"href", page}};
    diagnostics.push_back(std::move(diagnostic));
  }
  return json::Object{{"uri", document.uri},
                      {"version", document.version},
                      {"diagnostics", std::move(diagnostics)}};
}

json::Value hoverAt(const Document &document, const lsp::Position &position,
                    const std::string &pages) {
  std::string text;
  if (document.isAnalyzed())
    for (const AnalyzedRemark &remark : document.analysis.remarks)
      if (isAbout(remark, document) && static_cast<int>(remark.place.line) == position.line + 1)
        text += (text.empty() ? "" : "\n---\n") + hoverText(document, remark, pages);
  if (text.empty())
    return nullptr;
  return json::Object{{"contents", json::Object{{"kind", "markdown"}, {"value", text}}}};
}

json::Value actionsIn(const Document &document, const lsp::Range &range) {
  json::Array actions;
  if (document.isAnalyzed())
    for (const AnalyzedRemark &remark : document.analysis.remarks) {
      const int line = static_cast<int>(remark.place.line) - 1;
      if (isAbout(remark, document) && range.start.line <= line && line <= range.end.line)
        for (const AnalyzedFixIt &each : remark.fixIts)
          actions.push_back(actionOf(document, remark, each));
    }
  return actions;
}

} // namespace kasuri
