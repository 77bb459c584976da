#include "driver/inputs/PlannedSources.h"

#include "driver/inputs/CompilerWords.h"

namespace kasuri {

namespace cl = llvm::cl;

PlannedSources::PlannedSources(const char *files, std::initializer_list<Forwarded> options)
    : files(cl::Positional, cl::desc(files), cl::cat(ourOptions())),
      buildDirectory("p", cl::value_desc("dir"), cl::cat(ourOptions()),
                     cl::desc("Take the flags (and without sources, the files) from "
                              "<dir>/compile_commands.json")) {
  for (const Forwarded &each : options)
    forwarded.push_back(std::make_unique<TextOption>(llvm::StringRef(each.name),
                                                     cl::value_desc(each.value),
                                                     cl::desc(each.text), cl::cat(ourOptions())));
}

const PlannedSources::TextOption *PlannedSources::find(llvm::StringRef option) const {
  for (const auto &each : forwarded)
    if (each->ArgStr == option && each->getNumOccurrences() > 0)
      return each.get();
  return nullptr;
}

std::string PlannedSources::valueOf(llvm::StringRef option) const {
  const TextOption *found = find(option);
  return found ? found->getValue() : "";
}

std::variant<std::vector<std::string>, int>
PlannedSources::parse(std::span<char *const> arguments, const char *command, const char *overview) {
  auto [words, flags] = splitWords(arguments.subspan(1));
  words.front() = command;
  const std::optional<int> status = parseArguments(words, overview);
  removeForeignOptions(); // our options, before the parser of kasuri registers its own
  files.removeArgument();
  if (status)
    return *status;
  return std::move(flags);
}

std::variant<Options, int> PlannedSources::plan(const char *argv0,
                                                const std::vector<std::string> &more,
                                                const std::vector<std::string> &flags) const {
  // A command line of kasuri must have something to do.
  std::vector<std::string> words = {argv0, "-Rkasuri"};
  words.insert(words.end(), files.begin(), files.end());
  if (buildDirectory.getNumOccurrences() > 0)
    words.insert(words.end(), {"-p", buildDirectory});
  words.insert(words.end(), more.begin(), more.end());
  for (const auto &each : forwarded)
    if (each->getNumOccurrences() > 0)
      words.push_back("--" + each->ArgStr.str() + "=" + each->getValue());
  words.emplace_back("--");
  words.insert(words.end(), flags.begin(), flags.end());
  return parseOptions(words, {}, /*needsOne=*/true);
}

} // namespace kasuri
