#include "driver/CcCommand.h"

#include "driver/CrossTarget.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"

namespace kasuri {
namespace {

using llvm::StringRef;

/// Options whose value is the next argument.
bool takesValue(StringRef argument) {
  return llvm::StringSwitch<bool>(argument)
      .Cases({"-o", "-I", "-D", "-U", "-L", "-l", "-u"}, true)
      .Cases({"-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-isysroot"}, true)
      .Cases({"-Xlinker", "-T", "-z", "-e", "--param", "-Xpreprocessor", "-Xassembler"}, true)
      .Default(false);
}

/// Options after which cc does something else than compiling C sources and linking a program, or
/// takes its command from elsewhere.
bool isForPlainCompiler(StringRef argument) {
  return llvm::StringSwitch<bool>(argument)
             .Cases({"-c", "-S", "-E", "-fsyntax-only", "-shared", "-r"}, true)
             .Cases({"-nostdlib", "-nodefaultlibs", "-ffreestanding", "-v", "-###"}, true)
             .Cases({"--version", "--help", "-Xclang", "-"}, true)
             .Default(false) ||
         argument.starts_with("-M") || argument.starts_with("-x") || argument.starts_with("@") ||
         argument.starts_with("-print") || argument.starts_with("-dump") ||
         argument.starts_with("-fplugin");
}

bool isLinkOnly(StringRef argument) {
  return argument.starts_with("-l") || argument.starts_with("-L") || argument.starts_with("-Wl,") ||
         llvm::StringSwitch<bool>(argument)
             .Cases({"-o", "-u", "-T", "-z", "-e", "-Xlinker", "-static", "-s", "-rdynamic"}, true)
             .Default(false);
}

/// Options that say nothing about what a source means to the frontend; warnings are cc's business.
bool isIrrelevantToFrontend(StringRef argument) {
  return isLinkOnly(argument) || argument.starts_with("-W") || argument.starts_with("-g") ||
         argument == "-pedantic" || argument == "-pipe" || argument == "-Xassembler";
}

} // namespace

CcCommand parseCcCommand(std::vector<std::string> arguments) {
  CcCommand command;
  command.target = takeTarget(arguments);
  bool isPlain = false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    StringRef argument = arguments[i];
    bool *remark = llvm::StringSwitch<bool *>(argument)
                       .Case("-Rkasuri", &command.remarks)
                       .Case("-Rkasuri-missed", &command.missedRemarks)
                       .Case("-Rkasuri-analysis", &command.analysisRemarks)
                       .Default(nullptr);
    if (argument == "--assume=assertions")
      remark = &command.assumptions.assertionsHold;
    if (remark) {
      *remark = true;
      continue;
    }
    if (argument.consume_front("--profile=")) {
      command.profiles.push_back(argument.str());
      continue;
    }
    if (argument.consume_front("--machine=")) {
      command.machine = argument.str();
      continue;
    }
    command.plainArguments.push_back(arguments[i]);
    isPlain |= isForPlainCompiler(argument);
    if (!argument.starts_with("-")) {
      if (argument.ends_with(".c"))
        command.sources.push_back(command.plainArguments.size() - 1);
      continue;
    }
    bool isFrontend = !isIrrelevantToFrontend(argument);
    if (isFrontend)
      command.frontendFlags.push_back(arguments[i]);
    if (takesValue(argument) && i + 1 < arguments.size()) {
      command.plainArguments.push_back(arguments[++i]);
      if (isFrontend)
        command.frontendFlags.push_back(arguments[i]);
    }
  }
  command.isWholeProgram = !isPlain && !command.sources.empty();
  command.frontendFlags.push_back("-w");
  return command;
}

std::vector<std::string> parallelArguments(const CcCommand &command,
                                           const std::vector<std::string> &outputs,
                                           const std::vector<std::string> &quoteDirectories,
                                           const Installation &installation,
                                           const std::string &library) {
  std::vector<std::string> arguments = command.plainArguments;
  for (size_t i = 0; i < outputs.size(); ++i)
    arguments[command.sources[i]] = outputs[i];
  for (const std::string &directory : quoteDirectories)
    arguments.insert(arguments.end(), {"-iquote", directory});
  arguments.insert(arguments.end(),
                   {"-I" + installation.includeDirectory, library, "-lm", "-pthread"});
  return arguments;
}

} // namespace kasuri
