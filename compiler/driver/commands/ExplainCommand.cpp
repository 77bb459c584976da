// The pages are docs/obstacles/*.md, which the build embeds, so that an installation without its
// documents can explain its remarks. Their Markdown is read as plain text once comments, fences and
// the targets of links are gone.
#include "driver/commands/ExplainCommand.h"

#include "driver/CommandLine.h"
#include "driver/Exit.h"
#include "driver/Help.h"
#include "report/ObstaclePages.h"
#include "report/ReportSarif.h"
#include "support/Obstacle.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

namespace kasuri {
namespace {

namespace cl = llvm::cl;
using llvm::StringRef;

struct CommandLine {
  cl::opt<std::string> kind{cl::Positional, cl::desc("<obstacle>"), cl::cat(ourOptions())};
};

/// "[text](target)" as its text.
std::string withoutLinks(StringRef line) {
  static const llvm::Regex link("\\[([^][]*)\\]\\([^()]*\\)");
  std::string text = line.str();
  for (llvm::SmallVector<StringRef> parts; link.match(text, &parts);) {
    const size_t begin = static_cast<size_t>(parts[0].data() - text.data());
    text = text.substr(0, begin) + parts[1].str() + text.substr(begin + parts[0].size());
  }
  return text;
}

void printHeading(StringRef line) {
  const bool isShown = llvm::sys::Process::StandardOutIsDisplayed();
  if (isShown)
    llvm::outs().changeColor(llvm::raw_ostream::SAVEDCOLOR, /*Bold=*/true);
  llvm::outs() << line.ltrim("# ");
  if (isShown)
    llvm::outs().resetColor();
  llvm::outs() << '\n';
}

void printPage(StringRef markdown) {
  bool isCode = false, isBlank = true;
  llvm::SmallVector<StringRef> lines;
  markdown.split(lines, '\n');
  for (StringRef line : lines) {
    if (line.starts_with("```")) {
      isCode = !isCode;
      continue;
    }
    if (!isCode && (line.starts_with("<!--") || (line.empty() && isBlank)))
      continue;
    isBlank = line.empty();
    if (isCode)
      llvm::outs() << (isBlank ? "" : "    ") << line << '\n';
    else if (line.starts_with("#"))
      printHeading(line);
    else
      llvm::outs() << withoutLinks(line) << '\n';
  }
}

std::vector<HelpLine> listOfObstacles() {
  std::vector<HelpLine> lines;
  for (ObstacleKind kind : obstacleKinds()) {
    // Some details are a word of the text, others are added to it.
    const bool hasDetail =
        StringRef(text(kind)).contains("{1}'") || StringRef(text(kind)).contains("{1} ");
    lines.push_back({std::string(name(kind)),
                     message({.kind = kind, .subject = "x", .detail = hasDetail ? "y" : ""})});
  }
  return lines;
}

/// The one that was most likely meant; "" if none is near.
StringRef closest(StringRef given) {
  StringRef found;
  unsigned least = static_cast<unsigned>(given.size()) / 2 + 1;
  for (const ObstaclePage *page = obstaclePages; page->kind; ++page)
    if (const unsigned distance = StringRef(page->kind).edit_distance_insensitive(given);
        distance < least) {
      least = distance;
      found = page->kind;
    }
  return found;
}

} // namespace

int explainObstacle(std::span<char *const> arguments) {
  removeForeignOptions();
  CommandLine line;
  std::vector<const char *> words(arguments.begin() + 1, arguments.end());
  words.front() = "kasuri explain";
  if (std::optional<int> status =
          parseArguments(words, "kasuri explain: what an obstacle means, and what helps\n\n"
                                "  kasuri explain CarriedAnti\n"
                                "  kasuri explain              lists all obstacles\n"))
    return *status;
  if (line.kind.empty()) {
    printHelpLines(llvm::outs(), listOfObstacles());
    return exitDone;
  }
  const StringRef given = StringRef(line.kind).trim("[]");
  for (const ObstaclePage *page = obstaclePages; page->kind; ++page)
    if (given.equals_insensitive(page->kind)) {
      printPage(page->markdown);
      return exitDone;
    }
  for (const RemarkKind &kind : remarkKinds())
    if (given.equals_insensitive(kind.name)) {
      llvm::outs() << kind.name << ": " << kind.text << '\n';
      if (!kind.help.empty())
        llvm::outs() << "  " << kind.help << '\n';
      llvm::outs() << "The section 'Reading remarks' of the user guide says more.\n";
      return exitDone;
    }
  const StringRef meant = closest(given);
  return failUsage("no obstacle '" + given.str() + "'" +
                   (meant.empty() ? "" : "; did you mean '" + meant.str() + "'?") +
                   "; 'kasuri explain' lists them");
}

} // namespace kasuri
