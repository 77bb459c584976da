#include "driver/editing/HelpfulFixIts.h"

#include "driver/Progress.h"
#include "driver/editing/FixItCandidates.h"
#include "report/Findings.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

namespace kasuri {
namespace {

namespace json = llvm::json;

constexpr unsigned mostRounds = 6;

class Rounds {
public:
  Rounds(const Options &options, const Installation &installation, const Analysis &before,
         const SourceTexts &originals)
      : options(options), installation(installation), before(before), originals(originals) {}

  std::set<HelpfulFixIt> run(const std::vector<FixItCandidate> &all) {
    for (unsigned round = 0; round < mostRounds; ++round) {
      const std::vector<FixItCandidate> chosen = chooseFixIts(all, judged).chosen;
      if (chosen.empty())
        break;
      if (!judge(chosen))
        for (const FixItCandidate &each : chosen) // some of them make text that has no analysis
          judge({each});
      for (const FixItCandidate &each : chosen)
        judged.insert(each.key());
    }
    return helpful;
  }

private:
  const Options &options;
  const Installation &installation;
  const Analysis &before;
  const SourceTexts &originals;
  FixItKeys judged;
  std::set<HelpfulFixIt> helpful;

  /// False: the text has no analysis.
  bool judge(const std::vector<FixItCandidate> &chosen) {
    const SourceTexts texts = editedTexts(originals, chosen);
    const auto after = analyze(withTexts(options, texts, originals), installation, true);
    for (const FixItCandidate &each : chosen)
      if (after && isMended(each, *after, before))
        helpful.insert({each.path, each.line, each.column, each.fixIt.title});
    return after.has_value();
  }
};

} // namespace

std::set<HelpfulFixIt> helpfulFixIts(const Options &given, const Installation &installation,
                                     const std::function<bool(const std::string &path)> &isWanted,
                                     const Continuation &goOn) {
  Options options = given;
  options.mayReorder = false; // loops that Kasuri writes are not those of the source
  const auto texts = readTexts(options);
  const auto before = analyze(options, installation, true, goOn);
  if (!before || !std::holds_alternative<SourceTexts>(texts))
    return {};
  const SourceTexts &originals = std::get<SourceTexts>(texts);
  std::vector<FixItCandidate> all = candidatesOf(*before, originals);
  llvm::erase_if(all, [&](const FixItCandidate &each) { return !isWanted(each.path); });
  return Rounds(options, installation, *before, originals).run(all);
}

std::string toText(const std::set<HelpfulFixIt> &helpful) {
  json::Array all;
  for (const HelpfulFixIt &each : helpful)
    all.push_back(json::Array{each.path, each.line, each.column, each.title});
  return llvm::formatv("{0}", json::Value(std::move(all)));
}

std::set<HelpfulFixIt> helpfulFromText(llvm::StringRef text) {
  std::set<HelpfulFixIt> helpful;
  llvm::Expected<json::Value> value = json::parse(text);
  if (!value) {
    llvm::consumeError(value.takeError());
    return helpful;
  }
  for (const json::Value &each : *value->getAsArray()) {
    const json::Array &words = *each.getAsArray();
    helpful.insert({words[0].getAsString()->str(), static_cast<unsigned>(*words[1].getAsInteger()),
                    static_cast<unsigned>(*words[2].getAsInteger()),
                    words[3].getAsString()->str()});
  }
  return helpful;
}

FixItFilter reportedFixIts(const Options &options, const Installation &installation) {
  if (options.reportDirectory.empty())
    return {};
  return [&options, &installation](const Program &program, std::vector<FixIt> &fixIts,
                                   const Continuation &goOn) {
    const std::set<HelpfulFixIt> helpful = withProgress("trying fix-its", [&] {
      const auto isWanted = [](const std::string &) { return true; };
      return helpfulFixIts(options, installation, isWanted, goOn);
    });
    llvm::erase_if(fixIts, [&](const FixIt &each) {
      return !helpful.contains(
          {std::string(pathOf(program, each.loop)), each.loop.line, each.loop.column, each.title});
    });
  };
}

} // namespace kasuri
