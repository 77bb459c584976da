#include "driver/CrossTarget.h"

#include "driver/Exit.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

#include <algorithm>
#include <cstdlib>

namespace kasuri {
namespace {

using llvm::StringRef;

bool namesSysroot(StringRef flag) { return flag.starts_with("--sysroot") || flag == "-isysroot"; }

/// Flags that may change which headers a compiler shows, and what types it has.
bool choosesTarget(StringRef flag) {
  return flag.starts_with("-m") || namesSysroot(flag) || flag.starts_with("-fshort-") ||
         flag.ends_with("signed-char");
}

/// `arguments` of the compiler that have a say in what it answers.
std::vector<std::string> questionFlags(const std::vector<std::string> &flags) {
  std::vector<std::string> chosen;
  for (size_t i = 0; i < flags.size(); ++i)
    if (choosesTarget(flags[i])) {
      chosen.push_back(flags[i]);
      const bool takesNext = flags[i] == "-isysroot" || flags[i] == "--sysroot";
      if (takesNext && i + 1 < flags.size())
        chosen.push_back(flags[++i]);
    }
  return chosen;
}

struct Answer {
  std::string said;   ///< on stderr
  std::string macros; ///< all that it defines, one `#define` a line
};

/// What the compiler says while it preprocesses nothing; nothing if it cannot.
std::optional<Answer> askCompiler(const std::string &path, const std::vector<std::string> &flags) {
  llvm::SmallString<128> said, macros;
  if (llvm::sys::fs::createTemporaryFile("kasuri", "txt", said))
    return std::nullopt;
  const llvm::FileRemover saidRemover(said);
  if (llvm::sys::fs::createTemporaryFile("kasuri", "txt", macros))
    return std::nullopt;
  const llvm::FileRemover macrosRemover(macros);
  std::vector<StringRef> command = {path};
  command.insert(command.end(), flags.begin(), flags.end());
  for (const char *word : {"-E", "-dM", "-v", "-x", "c", "/dev/null"})
    command.emplace_back(word);
  const std::string searchPath = std::string("PATH=") + (std::getenv("PATH") ?: "");
  const std::vector<StringRef> environment = {"LC_ALL=C", searchPath};
  const std::optional<StringRef> redirects[] = {StringRef(""), macros.str(), said.str()};
  if (llvm::sys::ExecuteAndWait(path, command, llvm::ArrayRef(environment), redirects) != 0)
    return std::nullopt;
  auto saidText = llvm::MemoryBuffer::getFile(said);
  auto macroText = llvm::MemoryBuffer::getFile(macros);
  if (!saidText || !macroText)
    return std::nullopt;
  return Answer{(*saidText)->getBuffer().str(), (*macroText)->getBuffer().str()};
}

/// The facts among the macros; none if there are no macros.
std::map<std::string, std::string> factsOf(StringRef macros) {
  std::map<std::string, std::string> facts;
  if (!macros.contains("#define"))
    return facts;
  for (const std::string &name : compilerFacts())
    facts[name] = "";
  for (StringRef line : llvm::split(macros, '\n')) {
    line.consume_front("#define ");
    auto [name, value] = line.split(' ');
    if (auto fact = facts.find(name.str()); fact != facts.end())
      fact->second = value.trim().str();
  }
  return facts;
}

/// Of the folders in which `#include <...>` looks those that are not the compiler's own: Clang's
/// types and intrinsics come from Clang.
std::vector<std::string> headerFolders(StringRef answer) {
  std::vector<std::string> folders;
  StringRef list = answer.split("#include <...> search starts here:").second;
  for (StringRef line : llvm::split(list.split("End of search list.").first, '\n')) {
    llvm::SmallString<128> folder(line.trim());
    llvm::sys::path::remove_dots(folder, /*remove_dot_dot=*/true);
    const bool isOwn =
        llvm::sys::fs::exists(folder + "/stddef.h") && !llvm::sys::fs::exists(folder + "/stdio.h");
    const bool isFixed = llvm::sys::path::filename(folder) == "include-fixed";
    if (!folder.empty() && !isOwn && !isFixed)
      folders.push_back(folder.str().str());
  }
  return folders;
}

/// What the compiler compiles for unless the user says otherwise.
std::vector<std::string> defaultFlags(StringRef answer, const std::vector<std::string> &given) {
  auto isGiven = [&](StringRef start) {
    return std::any_of(given.begin(), given.end(),
                       [&](StringRef flag) { return flag.starts_with(start); });
  };
  std::vector<std::string> flags;
  StringRef line = answer.rsplit("COLLECT_GCC_OPTIONS=").second.split('\n').first;
  for (StringRef word : llvm::split(line, ' ')) {
    word = word.trim('\'');
    const bool isProcessor = word.starts_with("-march=") || word.starts_with("-mcpu=");
    const bool isInterface = word.starts_with("-mfloat-abi=") || word.starts_with("-mfpu=");
    const bool isSet = word == "-mthumb" || word == "-marm";
    if ((isProcessor && !isGiven("-march=") && !isGiven("-mcpu=")) ||
        (isInterface && !isGiven(word.split('=').first)) ||
        (isSet && !isGiven("-mthumb") && !isGiven("-marm")))
      flags.push_back(word.str());
  }
  return flags;
}

std::vector<std::string> withFolders(std::vector<std::string> flags,
                                     const std::vector<std::string> &folders) {
  flags.push_back("-nostdlibinc");
  for (const std::string &folder : folders)
    flags.insert(flags.end(), {"-Xclang", "-internal-isystem", "-Xclang", folder});
  return flags;
}

std::string gccOf(const std::string &triple) {
  for (const std::string &name : {triple, systemName(triple)})
    if (auto path = llvm::sys::findProgramByName(name + "-gcc"))
      return name + "-gcc";
  return "";
}

/// Debian's names of what is missing.
std::string packagesFor(const std::string &system) {
  return llvm::StringSwitch<std::string>(system)
      .Case("aarch64-linux-gnu", "gcc-aarch64-linux-gnu libc6-dev-arm64-cross")
      .Case("arm-linux-gnueabihf", "gcc-arm-linux-gnueabihf libc6-dev-armhf-cross")
      .Case("riscv64-linux-gnu", "gcc-riscv64-linux-gnu libc6-dev-riscv64-cross")
      .Default("");
}

int failNoCompiler(const std::string &triple) {
  const std::string system = systemName(triple), packages = packagesFor(system);
  return fail(exitInput,
              "no compiler for '" + triple + "' ('" + system +
                  "-gcc'), and no C library in '/usr/" + system + "/include'" +
                  (packages.empty() ? "" : "; on Debian and Ubuntu install " + packages));
}

bool hasSysroot(const std::vector<std::string> &flags) {
  return std::any_of(flags.begin(), flags.end(), namesSysroot);
}

} // namespace

std::variant<CrossTarget, int> findCrossTarget(const std::string &triple,
                                               const std::vector<std::string> &flags,
                                               const CrossSearch &search) {
  const std::string system = systemName(triple);
  if (system.empty())
    return failUsage("--target='" + triple + "' is not a Linux target such as aarch64-linux-gnu");
  const std::string clang = "--target=" + triple;
  const std::string gcc = search.compiler.empty() ? gccOf(triple) : search.compiler;
  if (StringRef(llvm::sys::path::filename(gcc)).contains("clang"))
    return CrossTarget{triple, {gcc, clang}, {clang}};
  auto path = llvm::sys::findProgramByName(gcc);
  const std::string headers = "/usr/" + system + "/include";
  if (gcc.empty() && !hasSysroot(flags) && llvm::sys::fs::exists(headers + "/stdio.h"))
    return CrossTarget{triple, {"clang", clang}, withFolders({clang}, {headers})};
  if (gcc.empty() && (hasSysroot(flags) || search.mayLackHeaders))
    return CrossTarget{triple, {"clang", clang}, {clang}};
  if (!path)
    return gcc.empty() ? failNoCompiler(triple) : fail(exitInput, "cannot run '" + gcc + "'");
  const std::vector<std::string> asked = questionFlags(flags);
  const auto answer = askCompiler(*path, asked);
  if (!answer)
    return fail(exitInput, "'" + gcc + "' cannot preprocess with " + llvm::join(asked, " "));
  const std::string its = StringRef(answer->said).split("Target: ").second.split('\n').first.str();
  if (!its.empty() && systemName(its) != system)
    return fail(exitInput, "'" + gcc + "' compiles for '" + its + "' and not for '" + triple + "'");
  std::vector<std::string> known = defaultFlags(answer->said, flags);
  known.insert(known.begin(), clang);
  return CrossTarget{triple,
                     {gcc},
                     withFolders(std::move(known), headerFolders(answer->said)),
                     factsOf(answer->macros)};
}

const std::vector<std::string> &compilerFacts() {
  static const std::vector<std::string> names = {
      "__CHAR_UNSIGNED__", "__SIZEOF_LONG__",    "__SIZEOF_POINTER__",
      "__SIZEOF_SIZE_T__", "__SIZEOF_WCHAR_T__", "__SIZEOF_LONG_DOUBLE__",
      "__SIZEOF_INT128__", "__BYTE_ORDER__",     "__ARM_PCS_VFP"};
  return names;
}

std::string differenceText(const CrossTarget &target,
                           const std::map<std::string, std::string> &ofClang) {
  auto text = [](const std::string &value) { return value.empty() ? "not defined" : value; };
  for (const auto &[name, value] : target.facts)
    if (auto other = ofClang.find(name); other != ofClang.end() && other->second != value)
      return "'" + target.compiler.front() + "' and Clang differ in " + name + ": " + text(value) +
             " and " + text(other->second);
  return "";
}

std::string systemName(const std::string &triple) {
  const llvm::Triple target(llvm::Triple::normalize(triple));
  if (target.getArch() == llvm::Triple::UnknownArch || !target.isOSLinux())
    return "";
  const std::string arch = target.isARM() || target.isThumb()          ? "arm"
                           : target.getArch() == llvm::Triple::x86     ? "i386"
                           : target.getArch() == llvm::Triple::aarch64 ? "aarch64"
                                                                       : target.getArchName().str();
  const std::string environment = target.getEnvironmentName().str();
  return arch + "-linux-" + (environment.empty() ? "gnu" : environment);
}

bool canRun(const std::string &architecture, const std::string &triple) {
  const llvm::Triple machine(architecture + "-unknown-linux"), target(triple);
  const bool isArm = target.isARM() || target.isThumb();
  if (machine.getArch() == llvm::Triple::UnknownArch || triple.empty())
    return true;
  if (machine.isAArch64())
    return target.isAArch64() || isArm;
  if (machine.isARM())
    return isArm;
  if (machine.isX86())
    return target.isX86() && (machine.isArch64Bit() || target.isArch32Bit());
  return machine.getArch() == target.getArch();
}

std::string wantedCompiler() {
  const char *name = std::getenv("KASURI_CC");
  return name ? name : "";
}

/// A path may have spaces.
std::vector<std::string> compilerWords() {
  const std::string wanted = wantedCompiler();
  const auto path = llvm::sys::findProgramByName(wanted); // not looked at if it has a slash
  if (path && llvm::sys::fs::can_execute(*path))
    return {wanted};
  std::vector<std::string> words;
  for (StringRef each : llvm::split(wanted, ' '))
    if (!each.empty())
      words.push_back(each.str());
  return words.empty() ? std::vector<std::string>{"cc"} : words;
}

bool isThisMachine(const std::string &triple) {
  return triple.empty() || systemName(triple) == systemName(llvm::sys::getDefaultTargetTriple());
}

std::string takeTarget(std::vector<std::string> &flags) {
  std::string triple;
  for (size_t i = 0; i < flags.size();) {
    StringRef flag = flags[i];
    if (flag.consume_front("--target=")) {
      triple = flag.str();
      flags.erase(flags.begin() + static_cast<ptrdiff_t>(i));
    } else if ((flag == "-target" || flag == "--target") && i + 1 < flags.size()) {
      triple = flags[i + 1];
      flags.erase(flags.begin() + static_cast<ptrdiff_t>(i),
                  flags.begin() + static_cast<ptrdiff_t>(i) + 2);
    } else {
      ++i;
    }
  }
  return triple;
}

std::string targetOfCompiler(const std::string &compiler) {
  StringRef name = llvm::sys::path::filename(compiler);
  while (!name.empty() && (llvm::isDigit(name.back()) || name.back() == '.'))
    name = name.drop_back();
  name = name.rtrim('-');
  for (const char *kind : {"-gcc", "-cc", "-clang"})
    if (name.consume_back(kind))
      return systemName(name.str()).empty() ? "" : name.str();
  return "";
}

} // namespace kasuri
