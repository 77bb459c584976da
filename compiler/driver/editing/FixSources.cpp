#include "driver/editing/FixSources.h"

#include "driver/Exit.h"
#include "driver/Outputs.h"
#include "driver/cc/Processes.h"
#include "driver/editing/Analysis.h"
#include "report/Findings.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace kasuri {
namespace {

/// A loop of a file by its number there, and one of its fix-its.
struct Candidate {
  std::string path;
  size_t loop = 0;
  unsigned line = 0, column = 0; ///< of the loop, before any edit
  AnalyzedFixIt fixIt;

  std::string place() const {
    return path + ":" + std::to_string(line) + ":" + std::to_string(column);
  }
  auto key() const { return std::tuple(path, loop, fixIt.title); }
};

using Key = std::tuple<std::string, size_t, std::string>;
using Keys = std::set<Key>;

/// The loops of a file, in the order of the source.
std::vector<AnalyzedLoop> loopsOf(const Analysis &analysis, const std::string &path) {
  std::vector<AnalyzedLoop> loops;
  for (const AnalyzedLoop &each : analysis.loops)
    if (each.place.path == path)
      loops.push_back(each);
  llvm::sort(loops, [](const AnalyzedLoop &a, const AnalyzedLoop &b) { return a.place < b.place; });
  return loops;
}

std::vector<Candidate> candidatesOf(const Analysis &analysis) {
  std::vector<Candidate> all;
  for (const AnalyzedRemark &remark : analysis.remarks) {
    const std::vector<AnalyzedLoop> loops = loopsOf(analysis, remark.place.path);
    const auto loop =
        llvm::find_if(loops, [&](const AnalyzedLoop &each) { return each.place == remark.place; });
    for (const AnalyzedFixIt &fixIt : remark.fixIts)
      all.push_back({remark.place.path, static_cast<size_t>(loop - loops.begin()),
                     remark.place.line, remark.place.column, fixIt});
  }
  return all;
}

bool isInside(const Candidate &inner, const Candidate &outer) {
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

bool collide(const Candidate &one, const Candidate &other) {
  return one.path == other.path && llvm::any_of(one.fixIt.edits, [&](const AnalyzedEdit &edit) {
           return llvm::any_of(other.fixIt.edits,
                               [&](const AnalyzedEdit &its) { return collide(edit, its); });
         });
}

struct Choice {
  std::vector<Candidate> chosen;
  std::vector<std::pair<Candidate, Candidate>> refused; ///< each with the one that it overlaps
};

/// At most one of each loop, outer loops first.
Choice choose(const std::vector<Candidate> &all, const Keys &failed) {
  Choice choice;
  for (const Candidate &each : all) {
    if (failed.contains(each.key()) ||
        llvm::any_of(choice.chosen, [&](const Candidate &other) { return isInside(each, other); }))
      continue;
    const auto other =
        llvm::find_if(choice.chosen, [&](const Candidate &its) { return collide(each, its); });
    if (other == choice.chosen.end())
      choice.chosen.push_back(each);
    else
      choice.refused.emplace_back(each, *other);
  }
  return choice;
}

/// The texts with the edits, of which the same one counts once.
SourceTexts editedTexts(SourceTexts texts, const std::vector<Candidate> &chosen) {
  std::map<std::string, std::vector<AnalyzedEdit>> edits;
  for (const Candidate &each : chosen)
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

Options withTexts(Options options, const SourceTexts &texts, const SourceTexts &originals) {
  for (SourceInput &input : options.inputs)
    if (texts.at(input.path) != originals.at(input.path))
      input.edited = texts.at(input.path);
  return options;
}

bool isMended(const Candidate &candidate, const Analysis &after, size_t loops) {
  const std::vector<AnalyzedLoop> its = loopsOf(after, candidate.path);
  return its.size() == loops && candidate.loop < loops && its[candidate.loop].isParallel();
}

class Fixer {
public:
  Fixer(const Options &options, const Installation &installation, Analysis before,
        SourceTexts originals)
      : options(options), installation(installation), before(std::move(before)),
        originals(std::move(originals)) {}

  Choice choice;
  Analysis after;
  Keys failed; ///< that do not make their loops parallel

  /// Tries until all that are chosen help.
  SourceTexts run(const std::vector<Candidate> &all) {
    for (;;) {
      choice = choose(all, failed);
      if (choice.chosen.empty())
        return originals;
      SourceTexts texts = editedTexts(originals, choice.chosen);
      const size_t known = failed.size();
      if (auto found = analyze(withTexts(options, texts, originals), installation, true)) {
        after = std::move(*found);
        judge(choice.chosen, after);
      } else {
        judgeEach();
      }
      if (failed.size() == known)
        return texts;
    }
  }

private:
  const Options &options;
  const Installation &installation;
  const Analysis before;
  const SourceTexts originals;

  void judge(const std::vector<Candidate> &chosen, const Analysis &found) {
    for (const Candidate &each : chosen)
      if (!isMended(each, found, loopsOf(before, each.path).size()))
        failed.insert(each.key());
  }

  /// Some of them make text that has no analysis.
  void judgeEach() {
    const size_t known = failed.size();
    for (const Candidate &each : choice.chosen) {
      const SourceTexts texts = editedTexts(originals, {each});
      judge({each},
            analyze(withTexts(options, texts, originals), installation, true).value_or(Analysis()));
    }
    if (failed.size() == known) // only together
      failed.insert(choice.chosen.back().key());
  }
};

std::variant<SourceTexts, int> readTexts(const Options &options) {
  SourceTexts texts;
  for (const SourceInput &input : options.inputs) {
    auto file = llvm::MemoryBuffer::getFile(input.path);
    if (!file)
      return fail(exitInput, "cannot read '" + input.path + "': " + file.getError().message());
    texts[input.path] = (*file)->getBuffer().str();
  }
  return texts;
}

int write(const SourceTexts &texts, const SourceTexts &originals) {
  Outputs outputs;
  for (const auto &[path, text] : texts) {
    if (text == originals.at(path))
      continue;
    if (contentsOf(path) != originals.at(path))
      return fail(exitInput, "'" + path + "' has changed meanwhile; nothing is written");
    outputs.replace(path, text);
  }
  if (std::optional<std::string> problem = outputs.commit())
    return fail(exitInput, *problem);
  return exitDone;
}

/// Of one file, on stdout.
int printDiff(const std::string &path, const std::string &text) {
  llvm::SmallString<128> edited;
  int descriptor = -1;
  if (std::error_code error = llvm::sys::fs::createTemporaryFile("kasuri", "c", descriptor, edited))
    return fail(exitInput, "cannot write a temporary file: " + error.message());
  const llvm::FileRemover remover(edited);
  llvm::raw_fd_ostream stream(descriptor, /*shouldClose=*/true);
  stream << text;
  stream.close();
  if (stream.has_error()) {
    const std::string why = stream.error().message();
    stream.clear_error();
    return fail(exitInput, "cannot write a temporary file: " + why);
  }
  constexpr int different = 1;
  const int status = runCommand({"diff", "-u", "--label", "a/" + path, "--label", "b/" + path, "--",
                                 path, edited.str().str()});
  return status == different ? exitDone : fail(exitInput, "cannot compare '" + path + "'");
}

int printDiffs(const SourceTexts &texts, const SourceTexts &originals) {
  for (const auto &[path, text] : texts)
    if (text != originals.at(path))
      if (const int status = printDiff(path, text); status != exitDone)
        return status;
  return exitDone;
}

void printApplied(const Fixer &fixer, const Candidate &each) {
  const std::vector<AnalyzedLoop> loops = loopsOf(fixer.after, each.path);
  llvm::errs() << each.place() << ": fix-it: " << each.fixIt.title << "; the loop then "
               << (loops[each.loop].isPlanned ? "runs" : "can run") << " in parallel\n";
}

void printSummary(const Fixer &fixer, const std::vector<Candidate> &all, const FixWish &wish,
                  size_t left) {
  const Choice &choice = fixer.choice;
  for (const Candidate &each : choice.chosen)
    printApplied(fixer, each);
  for (const Candidate &each : all)
    if (fixer.failed.contains(each.key()))
      llvm::errs() << each.place() << ": note: not applied: " << each.fixIt.title
                   << "; it would not make the loop parallel\n";
  for (const auto &[each, other] : choice.refused)
    llvm::errs() << each.place() << ": note: not applied: " << each.fixIt.title
                 << "; it overlaps with the fix-it of the loop at " << other.place() << '\n';
  const auto promises = static_cast<size_t>(
      llvm::count_if(choice.chosen, [](const Candidate &each) { return each.fixIt.isPromise; }));
  llvm::errs() << "kasuri: " << count(choice.chosen.size(), "fix-it")
               << (wish.isDiff ? " shown" : " applied");
  if (promises > 0)
    llvm::errs() << ", " << count(promises, "promise")
                 << " among them: `kasuri verify` holds promises against a run";
  if (left > 0)
    llvm::errs() << "; " << count(left, "loop") << (left == 1 ? " has" : " have")
                 << " fix-its that are promises, see --fix=promises";
  llvm::errs() << '\n';
}

/// Loops that only promises would help.
size_t takePromises(std::vector<Candidate> &all) {
  std::set<std::pair<std::string, size_t>> promised, certain;
  for (const Candidate &each : all)
    (each.fixIt.isPromise ? promised : certain).emplace(each.path, each.loop);
  llvm::erase_if(all, [](const Candidate &each) { return each.fixIt.isPromise; });
  return static_cast<size_t>(
      llvm::count_if(promised, [&](const auto &each) { return !certain.contains(each); }));
}

} // namespace

int fixSources(const Options &given, const Installation &installation) {
  Options options = given;
  options.mayReorder = false; // loops that Kasuri writes are not those of the source
  auto originals = readTexts(options);
  if (int *status = std::get_if<int>(&originals))
    return *status;
  const SourceTexts &before = std::get<SourceTexts>(originals);
  std::optional<Analysis> analysis = analyze(options, installation, false);
  if (!analysis)
    return exitInput; // it has said why
  std::vector<Candidate> all = candidatesOf(*analysis);
  llvm::erase_if(all, [&](const Candidate &each) { return !before.contains(each.path); });
  const size_t left = given.fix->takesPromises ? 0 : takePromises(all);
  Fixer fixer(options, installation, std::move(*analysis), before);
  const SourceTexts texts = fixer.run(all);
  const int status = given.fix->isDiff ? printDiffs(texts, before) : write(texts, before);
  if (status == exitDone)
    printSummary(fixer, all, *given.fix, left);
  return status;
}

} // namespace kasuri
