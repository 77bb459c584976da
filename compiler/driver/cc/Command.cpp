#include "driver/cc/Command.h"

#include "driver/CrossTarget.h"
#include "driver/Options.h"
#include "driver/inputs/CompilerWords.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace kasuri {
namespace {

using llvm::StringRef;
namespace path = llvm::sys::path;
using Role = CcArgument::Role;

/// Options after which cc does something else than making an ordinary object or program of its
/// inputs, or makes what does not go with several threads, or that are not known here.
bool isForPlainCompiler(StringRef word) {
  return llvm::StringSwitch<bool>(word)
             .Cases({"-S", "-E", "-M", "-MM", "-MG", "-fsyntax-only", "-shared", "-r"}, true)
             .Cases({"-nostdlib", "-nodefaultlibs", "-nostartfiles", "-nolibc"}, true)
             .Cases({"-ffreestanding", "-fno-hosted", "-static-pie", "-v", "-###", "-"}, true)
             .Cases({"-Xclang", "-Xpreprocessor", "-P", "-C", "-CC", "-H", "-p", "-pg"}, true)
             .Cases({"-ftest-coverage", "-fsplit-stack", "-gsplit-dwarf", "-wrapper"}, true)
             .Cases({"-fwhole-program", "-fpreprocessed", "-fdirectives-only", "-time"}, true)
             .Cases({"-aux-info", "-fgnu-tm", "-fopenacc", "-undef", "-traditional-cpp"}, true)
             .Default(false) ||
         startsWithOneOf(word, {"-x", "@", "-print", "-d", "-save-temps", "-fplugin", "-flto",
                                "-fsanitize", "-fprofile", "-fopenmp", "-finstrument", "-fdump",
                                "-T", "-e", "-Wa,-a", "-Wp,-M"}) ||
         (word.starts_with("--") && !startsWithOneOf(word, {"--param", "--sysroot", "--std="}));
}

/// What the linker may be told without the program becoming another one than its inputs say, or
/// symbols going by other names. Options of two words have the second one in `value`.
bool isHarmlessToLinker(StringRef word) {
  return llvm::StringSwitch<bool>(word)
             .Cases({"--as-needed", "--no-as-needed", "--gc-sections", "--no-gc-sections"}, true)
             .Cases({"-O0", "-O1", "-O2", "-s", "-S", "-x", "-X", "--strip-all"}, true)
             .Cases({"--strip-debug", "--sort-common", "--relax", "--no-relax"}, true)
             .Cases({"--fatal-warnings", "--no-fatal-warnings", "--no-undefined"}, true)
             .Cases({"--start-group", "--end-group", "-(", "-)", "-Bstatic", "-Bdynamic"}, true)
             .Cases({"-Bsymbolic", "-Bsymbolic-functions", "--export-dynamic", "-E"}, true)
             .Cases({"--enable-new-dtags", "--disable-new-dtags", "--build-id"}, true)
             .Cases({"--eh-frame-hdr", "--copy-dt-needed-entries", "--no-copy-dt-needed-entries"},
                    true)
             .Default(false) ||
         startsWithOneOf(word, {"-l", "-L", "--hash-style=", "--build-id=", "-rpath=", "--rpath=",
                                "-rpath-link=", "--rpath-link=", "-Map=", "--dynamic-list=",
                                "--compress-debug-sections="});
}

/// Of `-z word`.
bool isHarmlessKeyword(StringRef word) {
  return llvm::StringSwitch<bool>(word)
             .Cases({"relro", "norelro", "now", "lazy", "defs", "noexecstack", "execstack"}, true)
             .Cases({"separate-code", "noseparate-code", "text", "notext", "origin"}, true)
             .Cases({"nodlopen", "nodelete", "nocopyreloc", "combreloc"}, true)
             .Default(false) ||
         startsWithOneOf(word, {"max-page-size=", "common-page-size=", "stack-size="});
}

bool takesLinkerValue(StringRef word) {
  return llvm::StringSwitch<bool>(word)
      .Cases({"-rpath", "--rpath", "-R", "-rpath-link", "--rpath-link", "-Map"}, true)
      .Case("--hash-style", true)
      .Default(false);
}

/// Of all words for the linker, those of -Wl, and -Xlinker alike.
bool areHarmlessToLinker(const std::vector<std::string> &words) {
  for (size_t i = 0; i < words.size(); ++i) {
    const bool isKeyword = words[i] == "-z", hasNext = i + 1 < words.size();
    if (isKeyword ? !hasNext || !isHarmlessKeyword(words[i + 1])
                  : !(takesLinkerValue(words[i]) && hasNext) && !isHarmlessToLinker(words[i]))
      return false;
    i += isKeyword || takesLinkerValue(words[i]) ? 1 : 0;
  }
  return true;
}

/// What cc hands on to the linker as it stands.
std::vector<std::string> linkerWords(const std::vector<CcArgument> &arguments) {
  std::vector<std::string> words;
  for (const CcArgument &argument : arguments) {
    StringRef first = argument.words.front();
    if (first == "-Xlinker" && argument.words.size() == 2)
      words.push_back(argument.words.back());
    else if (first == "-z")
      words.insert(words.end(), argument.words.begin(), argument.words.end());
    else if (first.consume_front("-Wl,"))
      for (StringRef part : llvm::split(first, ','))
        words.push_back(part.str());
  }
  return words;
}

bool isDependencies(StringRef word) {
  return startsWithOneOf(word, {"-MD", "-MMD", "-MF", "-MT", "-MQ", "-MP"});
}

bool isPreprocessing(StringRef word) {
  return startsWithOneOf(word, {"-D", "-U", "-I", "-include", "-imacros", "-isystem", "-iquote",
                                "-idirafter", "-iprefix", "-iwithprefix", "-imultilib", "-Wp,"}) ||
         word == "-nostdinc" || word == "-trigraphs";
}

bool isLinking(StringRef word) {
  return startsWithOneOf(word, {"-l", "-L", "-Wl,", "-fuse-ld"}) ||
         llvm::StringSwitch<bool>(word)
             .Cases({"-u", "-z", "-Xlinker", "-static", "-s", "-rdynamic", "-pie", "-no-pie"}, true)
             .Case("-static-libgcc", true)
             .Default(false);
}

bool isWarning(StringRef word) {
  return word == "-w" || word.starts_with("-pedantic") ||
         (word.starts_with("-W") && !startsWithOneOf(word, {"-Wa,", "-Wl,", "-Wp,"}));
}

Role roleOf(StringRef word) {
  if (!word.starts_with("-"))
    return Role::Input;
  if (word == "-c")
    return Role::Stage;
  if (word.starts_with("-o"))
    return Role::Output;
  if (isDependencies(word))
    return Role::Dependencies;
  if (isPreprocessing(word))
    return Role::Preprocessing;
  if (isLinking(word))
    return Role::Linking;
  return isWarning(word) ? Role::Warning : Role::Meaning;
}

/// Sources that cc compiles before it links, other than C.
bool isOtherSource(StringRef file) {
  return !otherLanguage(file).empty() ||
         llvm::StringSwitch<bool>(path::extension(file))
             .Cases({".h", ".d", ".go", ".adb", ".ads", ".ll", ".bc", ".gch", ".pch"}, true)
             .Default(false);
}

/// Options after which cc links nothing, or answers a question.
bool linksNothing(StringRef word) {
  return word == "-c" || word == "-S" || word == "-E" || word == "-r" || word == "-v" ||
         word == "-###" || word == "-fsyntax-only" || word == "-M" || word == "-MM" ||
         startsWithOneOf(word, {"--help", "--version", "-print", "--print", "-dump"});
}

/// The first word of the first argument that is such; "": there is none.
std::string firstWord(const CcCommand &command,
                      llvm::function_ref<bool(const CcArgument &)> isSuch) {
  const auto found = llvm::find_if(command.arguments, isSuch);
  return found == command.arguments.end() ? "" : found->words.front();
}

bool isPlainFor(const CcArgument &argument) {
  const std::string &word = argument.words.front();
  return argument.role == Role::Input ? isOtherSource(word) : isForPlainCompiler(word);
}

/// See CcCommand::leftBecauseOf.
std::string wordToLeaveFor(const CcCommand &command) {
  if (llvm::any_of(command.arguments,
                   [](const CcArgument &each) { return linksNothing(each.words.front()); }))
    return "";
  if (std::string word = firstWord(command, isPlainFor); !word.empty())
    return word;
  if (!areHarmlessToLinker(linkerWords(command.arguments))) {
    const std::string word = firstWord(
        command, [](const CcArgument &each) { return !areHarmlessToLinker(linkerWords({each})); });
    return word.empty() ? "-Wl" : word;
  }
  return command.sources().empty() ? "" : firstWord(command, [](const CcArgument &each) {
    return each.role == Role::Dependencies;
  });
}

CcCommand::Kind kindOf(const CcCommand &command) {
  const auto has = [&](auto isSuch) { return llvm::any_of(command.arguments, isSuch); };
  const auto isOf = [](Role role) {
    return [role](const CcArgument &argument) { return argument.role == role; };
  };
  const auto isUnreadFile = [](const CcArgument &argument) {
    return argument.role == Role::Input && argument.words.front()[0] == '@';
  };
  if (has(isPlainFor) || has(isUnreadFile) || !has(isOf(Role::Input)))
    return CcCommand::Kind::Plain;
  // With -c, cc ignores what is for the linker only, as a folder or an archive.
  const size_t sources = command.sources().size();
  if (has(isOf(Role::Stage)))
    return sources == 1 || (sources > 1 && command.output.empty()) ? CcCommand::Kind::Compile
                                                                   : CcCommand::Kind::Plain;
  return command.leftBecauseOf.empty() ? CcCommand::Kind::Link : CcCommand::Kind::Plain;
}

/// Takes an option that is Kasuri's own; false if it is not.
bool takeOwn(CcCommand &command, StringRef word) {
  bool *given = llvm::StringSwitch<bool *>(word)
                    .Case("-Rkasuri", &command.remarks)
                    .Case("-Rkasuri-missed", &command.missedRemarks)
                    .Case("-Rkasuri-analysis", &command.analysisRemarks)
                    .Case("--kasuri-summary", &command.wantsSummary)
                    .Default(nullptr);
  if (given)
    *given = true;
  else if (word.starts_with("--fp=") && floatingOrderOf(word.drop_front(5)))
    command.floatingOrder = *floatingOrderOf(word.drop_front(5));
  else if (word.starts_with("--assume="))
    return takeAssumptions(command.assumptions, word.drop_front(9));
  else if (word.consume_front("--profile="))
    command.profiles.push_back(word.str());
  else if (word.consume_front("--machine="))
    command.machine = word.str();
  else if (word.consume_front("--kasuri-report=") && !word.empty())
    command.reportDirectory = word.str();
  else
    return false;
  return true;
}

/// "" for a variable that is not set, or set to turn off what it asks for.
std::string environment(const char *name) {
  const char *value = std::getenv(name);
  return !value || StringRef(value) == "0" || StringRef(value) == "off" ? "" : value;
}

/// What is asked of all commands of a build. Each of its programs has a report of its own.
void takeEnvironment(CcCommand &command) {
  command.wantsSummary |= !environment("KASURI_SUMMARY").empty();
  const std::string folder = environment("KASURI_REPORT");
  if (command.reportDirectory.empty() && !folder.empty())
    command.reportDirectory = folder + "/" + path::filename(command.program()).str();
}

/// With the words of @FILE in its place. As cc does, a file that cannot be read stays a word.
std::vector<std::string> withoutResponseFiles(const std::vector<std::string> &words) {
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver saver(memory);
  llvm::SmallVector<const char *, 64> all;
  for (const std::string &word : words)
    all.push_back(word.c_str());
  llvm::cl::ExpandResponseFiles(saver, llvm::cl::TokenizeGNUCommandLine, all);
  return {all.begin(), all.end()};
}

/// The words, each with its value.
std::vector<CcArgument> grouped(const std::vector<std::string> &words) {
  std::vector<CcArgument> arguments;
  for (size_t i = 0; i < words.size(); ++i) {
    CcArgument argument{roleOf(words[i]), {words[i]}};
    if (takesValue(words[i]) && i + 1 < words.size())
      argument.words.push_back(words[++i]);
    arguments.push_back(std::move(argument));
  }
  return arguments;
}

std::string outputOf(const std::vector<CcArgument> &arguments) {
  std::string output;
  for (const CcArgument &argument : arguments)
    if (argument.role == Role::Output)
      output = argument.words.size() == 2 ? argument.words[1] : argument.words[0].substr(2);
  return output;
}

} // namespace

bool isCSource(const std::string &file) {
  const StringRef extension = path::extension(file);
  return extension == ".c" || extension == ".i";
}

std::vector<std::string> CcCommand::words(const std::vector<Role> &roles) const {
  std::vector<std::string> found;
  for (const CcArgument &argument : arguments)
    if (std::find(roles.begin(), roles.end(), argument.role) != roles.end())
      found.insert(found.end(), argument.words.begin(), argument.words.end());
  return found;
}

void CcCommand::addHeaders(const std::string &folder) {
  const std::vector<std::string> words = {"-idirafter", folder};
  arguments.push_back({Role::Preprocessing, words});
  plainArguments.insert(plainArguments.end(), words.begin(), words.end());
}

std::vector<std::string> CcCommand::sources() const {
  std::vector<std::string> files = words({Role::Input});
  std::erase_if(files, [](const std::string &file) { return !isCSource(file); });
  return files;
}

CcCommand parseCcCommand(const std::vector<std::string> &given) {
  CcCommand command;
  std::vector<std::string> words = withoutResponseFiles(given);
  const size_t before = words.size();
  command.target = takeTarget(words);
  std::erase_if(words, [&](const std::string &word) { return takeOwn(command, word); });
  const bool isAsGiven = words.size() == before; // response files stay what they are
  command.plainArguments = isAsGiven ? given : words;
  command.arguments = grouped(words);
  command.output = outputOf(command.arguments);
  takeEnvironment(command);
  command.leftBecauseOf = wordToLeaveFor(command);
  command.kind = kindOf(command);
  return command;
}

} // namespace kasuri
