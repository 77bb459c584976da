#include "driver/editing/FixSources.h"

#include "driver/Exit.h"
#include "driver/Outputs.h"
#include "driver/cc/Processes.h"
#include "driver/editing/FixItCandidates.h"
#include "report/Findings.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <set>

namespace kasuri {
namespace {

namespace path = llvm::sys::path;

class Fixer {
public:
  Fixer(const Options &options, const Installation &installation, Analysis before,
        SourceTexts originals)
      : options(options), installation(installation), before(std::move(before)),
        originals(std::move(originals)) {}

  FixItChoice choice;
  Analysis after;
  FixItKeys failed; ///< that do not make their loops parallel

  /// Tries until all that are chosen help.
  SourceTexts run(const std::vector<FixItCandidate> &all) {
    for (;;) {
      choice = chooseFixIts(all, failed);
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

  void judge(const std::vector<FixItCandidate> &chosen, const Analysis &found) {
    for (const FixItCandidate &each : chosen)
      if (!isMended(each, found, before))
        failed.insert(each.key());
  }

  /// Some of them make text that has no analysis.
  void judgeEach() {
    const size_t known = failed.size();
    for (const FixItCandidate &each : choice.chosen) {
      const SourceTexts texts = editedTexts(originals, {each});
      judge({each},
            analyze(withTexts(options, texts, originals), installation, true).value_or(Analysis()));
    }
    if (failed.size() == known) // only together
      failed.insert(choice.chosen.back().key());
  }
};

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

/// In the head of a diff. Names of the current folder are those that `patch -p1` and `git apply`
/// take; no other file is theirs to change. As they read it, a tab ends a name with a blank.
std::string labelOf(llvm::StringRef side, const std::string &file) {
  std::string name = file;
  if (path::is_absolute(file)) {
    llvm::SmallString<128> here;
    if (!llvm::sys::fs::current_path(here) && llvm::StringRef(file).starts_with((here + "/").str()))
      name = file.substr(here.size() + 1);
  }
  if (!path::is_absolute(name))
    name = (side + "/" + name).str();
  return llvm::StringRef(name).contains(' ') ? name + "\t" : name;
}

/// Of one file, on stdout.
int printDiff(const std::string &file, const std::string &text) {
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
  const int status = runCommand({"diff", "-u", "--label", labelOf("a", file), "--label",
                                 labelOf("b", file), "--", file, edited.str().str()});
  return status == different ? exitDone : fail(exitInput, "cannot compare '" + file + "'");
}

int printDiffs(const SourceTexts &texts, const SourceTexts &originals) {
  for (const auto &[path, text] : texts)
    if (text != originals.at(path))
      if (const int status = printDiff(path, text); status != exitDone)
        return status;
  return exitDone;
}

void printApplied(const Fixer &fixer, const FixItCandidate &each) {
  const std::vector<AnalyzedLoop> loops = loopsOf(fixer.after, each.path);
  llvm::errs() << each.place() << ": fix-it: " << each.fixIt.title << "; the loop then "
               << (loops[each.loop].isPlanned ? "runs" : "can run") << " in parallel\n";
}

void printSummary(const Fixer &fixer, const std::vector<FixItCandidate> &all, const FixWish &wish,
                  size_t left) {
  const FixItChoice &choice = fixer.choice;
  for (const FixItCandidate &each : choice.chosen)
    printApplied(fixer, each);
  for (const FixItCandidate &each : all)
    if (fixer.failed.contains(each.key()))
      llvm::errs() << each.place() << ": note: not applied: " << each.fixIt.title
                   << "; it would not make the loop parallel\n";
  for (const auto &[each, other] : choice.refused)
    llvm::errs() << each.place() << ": note: not applied: " << each.fixIt.title
                 << "; it overlaps with the fix-it of the loop at " << other.place() << '\n';
  const auto promises = static_cast<size_t>(llvm::count_if(
      choice.chosen, [](const FixItCandidate &each) { return each.fixIt.isPromise; }));
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
size_t takePromises(std::vector<FixItCandidate> &all) {
  std::set<std::pair<std::string, size_t>> promised, certain;
  for (const FixItCandidate &each : all)
    (each.fixIt.isPromise ? promised : certain).emplace(each.path, each.loop);
  llvm::erase_if(all, [](const FixItCandidate &each) { return each.fixIt.isPromise; });
  return static_cast<size_t>(
      llvm::count_if(promised, [&](const auto &each) { return !certain.contains(each); }));
}

} // namespace

int fixSources(const Options &given, const Installation &installation) {
  if (given.fix->isDiff && !llvm::sys::findProgramByName("diff"))
    return fail(exitInput, "--fix=diff needs the command 'diff', which is not in PATH");
  Options options = given;
  options.mayReorder = false; // loops that Kasuri writes are not those of the source
  auto originals = readTexts(options);
  if (int *status = std::get_if<int>(&originals))
    return *status;
  const SourceTexts &before = std::get<SourceTexts>(originals);
  std::optional<Analysis> analysis = analyze(options, installation, false);
  if (!analysis)
    return exitInput; // it has said why
  std::vector<FixItCandidate> all = candidatesOf(*analysis, before);
  const size_t left = given.fix->takesPromises ? 0 : takePromises(all);
  Fixer fixer(options, installation, std::move(*analysis), before);
  const SourceTexts texts = fixer.run(all);
  const int status = given.fix->isDiff ? printDiffs(texts, before) : write(texts, before);
  if (status == exitDone)
    printSummary(fixer, all, *given.fix, left);
  return status;
}

} // namespace kasuri
