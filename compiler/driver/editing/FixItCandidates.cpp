#include "driver/editing/FixItCandidates.h"

#include "driver/Exit.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>
#include <map>

namespace kasuri {
namespace {

bool isInside(const FixItCandidate &inner, const FixItCandidate &outer) {
  const AnalyzedFixIt &in = inner.fixIt, &out = outer.fixIt;
  return inner.path == outer.path && in.loopOffset >= out.loopOffset &&
         in.loopOffset + in.loopBytes <= out.loopOffset + out.loopBytes;
}

/// One edit cannot be made where the other one is.
bool collide(const AnalyzedEdit &one, const AnalyzedEdit &other) {
  if (one == other)
    return false;
  const bool isSamePlace = one.offset == other.offset && (one.length == 0) == (other.length == 0);
  return isSamePlace ||
         (one.offset < other.offset + other.length && other.offset < one.offset + one.length);
}

bool collide(const FixItCandidate &one, const FixItCandidate &other) {
  return one.path == other.path && llvm::any_of(one.fixIt.edits, [&](const AnalyzedEdit &edit) {
           return llvm::any_of(other.fixIt.edits,
                               [&](const AnalyzedEdit &its) { return collide(edit, its); });
         });
}

} // namespace

std::vector<AnalyzedLoop> loopsOf(const Analysis &analysis, const std::string &path) {
  std::vector<AnalyzedLoop> loops;
  for (const AnalyzedLoop &each : analysis.loops)
    if (each.place.path == path)
      loops.push_back(each);
  llvm::sort(loops, [](const AnalyzedLoop &a, const AnalyzedLoop &b) { return a.place < b.place; });
  return loops;
}

std::vector<FixItCandidate> candidatesOf(const Analysis &analysis, const SourceTexts &texts) {
  std::vector<FixItCandidate> all;
  for (const AnalyzedRemark &remark : analysis.remarks) {
    if (!texts.contains(remark.place.path))
      continue;
    const std::vector<AnalyzedLoop> loops = loopsOf(analysis, remark.place.path);
    const auto loop =
        llvm::find_if(loops, [&](const AnalyzedLoop &each) { return each.place == remark.place; });
    for (const AnalyzedFixIt &fixIt : remark.fixIts)
      all.push_back({remark.place.path, static_cast<size_t>(loop - loops.begin()),
                     remark.place.line, remark.place.column, fixIt});
  }
  return all;
}

FixItChoice chooseFixIts(const std::vector<FixItCandidate> &all, const FixItKeys &excluded) {
  FixItChoice choice;
  for (const FixItCandidate &each : all) {
    if (excluded.contains(each.key()) ||
        llvm::any_of(choice.chosen,
                     [&](const FixItCandidate &other) { return isInside(each, other); }))
      continue;
    const auto other =
        llvm::find_if(choice.chosen, [&](const FixItCandidate &its) { return collide(each, its); });
    if (other == choice.chosen.end())
      choice.chosen.push_back(each);
    else
      choice.refused.emplace_back(each, *other);
  }
  return choice;
}

SourceTexts editedTexts(SourceTexts texts, const std::vector<FixItCandidate> &chosen) {
  std::map<std::string, std::vector<AnalyzedEdit>> edits;
  for (const FixItCandidate &each : chosen)
    for (const AnalyzedEdit &edit : each.fixIt.edits)
      if (!llvm::is_contained(edits[each.path], edit))
        edits[each.path].push_back(edit);
  for (auto &[path, all] : edits) {
    std::stable_sort(all.begin(), all.end(), [](const AnalyzedEdit &a, const AnalyzedEdit &b) {
      return a.offset < b.offset;
    });
    for (const AnalyzedEdit &each : llvm::reverse(all)) // places before an edit stay what they are
      texts[path].replace(each.offset, each.length, each.text);
  }
  return texts;
}

std::variant<SourceTexts, int> readTexts(const Options &options) {
  SourceTexts texts;
  for (const SourceInput &input : options.inputs) {
    if (input.edited) {
      texts[input.path] = *input.edited;
      continue;
    }
    auto file = llvm::MemoryBuffer::getFile(input.path);
    if (!file)
      return fail(exitInput, "cannot read '" + input.path + "': " + file.getError().message());
    texts[input.path] = (*file)->getBuffer().str();
  }
  return texts;
}

Options withTexts(Options options, const SourceTexts &texts, const SourceTexts &originals) {
  for (SourceInput &input : options.inputs)
    if (texts.at(input.path) != originals.at(input.path))
      input.edited = texts.at(input.path);
  return options;
}

bool isMended(const FixItCandidate &candidate, const Analysis &after, const Analysis &before) {
  const std::vector<AnalyzedLoop> its = loopsOf(after, candidate.path);
  return its.size() == loopsOf(before, candidate.path).size() && candidate.loop < its.size() &&
         its[candidate.loop].isParallel();
}

} // namespace kasuri
