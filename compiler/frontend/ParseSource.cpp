#include "frontend/ParseSource.h"

#include "frontend/ResourceDirectory.h"

#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/SemaDiagnostic.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace kasuri {

using namespace clang;

namespace {

/// What the sources show to Clang is to be what they show to GCC, which will most likely compile
/// them. From 7 on glibc takes _Float128 and its like for keywords, which Clang lacks.
constexpr const char *asCompiler = "-fgnuc-version=6.5.0";

/// What Clang is told about text from another preprocessor: `linux` and its like are macros where
/// no standard is asked for; here they are names.
constexpr const char *preludePath = "/kasuri/prelude.h";
constexpr const char *prelude = R"(
#undef linux
#undef unix
#undef i386
#undef arm
)";

/// Keywords of GCC, by the names that Clang has for the types. To other compilers the C library's
/// headers define them.
constexpr const char *gccTypes = R"(
#define _Float32 float
#define _Float64 double
#define _Float32x double
#define _Float64x long double
#ifdef __SIZEOF_FLOAT128__
#define _Float128 __float128
#else
#define _Float128 long double
#endif
)";

/// Clang's errors that are warnings to older compilers. What is valid C is no error in any case.
constexpr const char *dialect[] = {"implicit-function-declaration",
                                   "implicit-int",
                                   "int-conversion",
                                   "incompatible-pointer-types",
                                   "incompatible-function-pointer-types",
                                   "return-mismatch"};

/// By whose rules: Clang's, or those of the compiler behind.
enum class Rules : uint8_t { Clang, Compiler };

/// In place of the files of these names, which need not be there. Clang takes the buffers.
void addTexts(const SourceInput &input, PreprocessorOptions &options) {
  const std::string &text = input.reordered.value_or(*input.preprocessed);
  const bool hasTypes = StringRef(text).contains("typedef float _Float32;");
  const std::string head = std::string(prelude) + (hasTypes ? "" : gccTypes);
  options.addRemappedFile(input.path,
                          llvm::MemoryBuffer::getMemBufferCopy(text, input.path).release());
  options.addRemappedFile(preludePath,
                          llvm::MemoryBuffer::getMemBufferCopy(head, preludePath).release());
}

class BuildUnit : public tooling::ToolAction {
public:
  BuildUnit(const SourceInput &input, PragmaTexts &pragmas) : input(input), pragmas(pragmas) {}

  std::unique_ptr<ASTUnit> unit;

  bool runInvocation(std::shared_ptr<CompilerInvocation> invocation, FileManager *files,
                     std::shared_ptr<PCHContainerOperations> containers,
                     DiagnosticConsumer *consumer) override {
    auto options = std::make_shared<DiagnosticOptions>(invocation->getDiagnosticOpts());
    invocation->getFileSystemOpts() = files->getFileSystemOpts();
    if (input.preprocessed)
      addTexts(input, invocation->getPreprocessorOpts());
    else if (const auto &text = input.reordered ? input.reordered : input.edited)
      invocation->getPreprocessorOpts().addRemappedFile(
          input.path, llvm::MemoryBuffer::getMemBufferCopy(*text, input.path).release());
    unit = loadUnit(invocation, std::move(containers), options, consumer, pragmas);
    if (!unit)
      return false;
    // The consumer does not live as long. Severities of all diagnostics, and of each file and each
    // macro's expansion, take as much memory as the tree's declarations.
    unit->getDiagnostics().setClient(new IgnoringDiagConsumer, true);
    unit->getDiagnostics().Reset();
    // Sema sets another policy for each diagnostic: macros decide whether types print as `bool`.
    unit->getASTContext().setPrintingPolicy(PrintingPolicy(unit->getLangOpts()));
    return true;
  }

private:
  const SourceInput &input;
  PragmaTexts &pragmas;
};

bool isGiven(const SourceInput &input, const std::string &flag) {
  return llvm::is_contained(input.arguments, flag);
}

/// Prints what the user wants to see, and counts what Clang would have made errors of; keeps the
/// first error.
class DialectPrinter : public TextDiagnosticPrinter {
public:
  DialectPrinter(llvm::raw_ostream &stream, DiagnosticOptions &options, const SourceInput &input)
      : TextDiagnosticPrinter(stream, options), input(input) {}

  void HandleDiagnostic(DiagnosticsEngine::Level level, const Diagnostic &diagnostic) override {
    if (diagnostic.getID() == diag::warn_builtin_unknown)
      level = DiagnosticsEngine::Error;
    if (level != DiagnosticsEngine::Note)
      isHidden = level == DiagnosticsEngine::Warning && isUnwanted(diagnostic);
    if (isHidden)
      DiagnosticConsumer::HandleDiagnostic(level, diagnostic); // counts it
    else
      TextDiagnosticPrinter::HandleDiagnostic(level, diagnostic);
    if (level >= DiagnosticsEngine::Error && problem.empty())
      keep(diagnostic);
  }

  /// Of the first error: "a.c:3:7", or "" if it is in no file, and the message.
  std::string place, problem;

private:
  const SourceInput &input;
  bool isHidden = false;

  void keep(const Diagnostic &diagnostic) {
    llvm::SmallString<128> text;
    diagnostic.FormatDiagnostic(text);
    problem = text.str();
    if (!diagnostic.hasSourceManager() || diagnostic.getLocation().isInvalid())
      return;
    const SourceManager &manager = diagnostic.getSourceManager();
    const PresumedLoc at = manager.getPresumedLoc(manager.getFileLoc(diagnostic.getLocation()));
    if (at.isValid())
      place = std::string(at.getFilename()) + ":" + std::to_string(at.getLine()) + ":" +
              std::to_string(at.getColumn());
  }

  /// By the user's options, of which GCC's mean more groups than one.
  bool isUnwanted(const Diagnostic &diagnostic) const {
    const std::string group = diagnostic.getDiags()
                                  ->getDiagnosticIDs()
                                  ->getWarningOptionForDiag(diagnostic.getID())
                                  .str();
    return isGiven(input, "-w") || isGiven(input, "-Wno-" + group) ||
           (StringRef(group).starts_with("implicit-") && isGiven(input, "-Wno-implicit")) ||
           (StringRef(group).starts_with("incompatible-") &&
            isGiven(input, "-Wno-incompatible-pointer-types"));
  }
};

std::vector<std::string> commandFor(const SourceInput &input, const std::string &resources,
                                    Rules rules) {
  std::vector<std::string> command = {"clang", asCompiler, "-D__KASURI__=1"};
  if (input.preprocessed)
    command.insert(command.end(), {"-include", preludePath});
  command.insert(command.end(), input.arguments.begin(), input.arguments.end());
  if (rules == Rules::Compiler) {
    llvm::erase(command, "-w");
    command.emplace_back("-Wno-everything");
    for (const char *each : dialect)
      command.insert(command.end(), {std::string("-W") + each, std::string("-Wno-error=") + each});
  } else {
    command.emplace_back("-w");
  }
  command.insert(command.end(),
                 {"-resource-dir", resources, "-fsyntax-only", "-x", "c", input.path});
  return command;
}

/// The disk, where an edited source need not be.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> filesFor(const SourceInput &input) {
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> disk = llvm::vfs::getRealFileSystem();
  if (!input.edited || llvm::sys::fs::exists(input.path))
    return disk;
  auto edited = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  edited->addFile(input.path, 0, llvm::MemoryBuffer::getMemBufferCopy(*input.edited, input.path));
  auto both = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(std::move(disk));
  both->pushOverlay(std::move(edited));
  return both;
}

struct Attempt {
  std::unique_ptr<ASTUnit> unit; ///< nullptr: errors
  std::string messages;
  std::string place, problem; ///< of the first error
  bool needsCompiler = false; ///< Clang takes it by the compiler's rules only
};

Attempt parse(const SourceInput &input, const std::string &resources, Rules rules,
              PragmaTexts &pragmas) {
  Attempt result;
  FileSystemOptions place;
  place.WorkingDir = input.directory;
  auto files = llvm::makeIntrusiveRefCnt<FileManager>(place, filesFor(input));
  DiagnosticOptions options;
  options.ShowOptionNames = 1;
  options.ShowPresumedLoc = 1; // preprocessed text has the lines of its source
  llvm::raw_string_ostream stream(result.messages);
  DialectPrinter printer(stream, options, input);
  pragmas = {};
  BuildUnit action(input, pragmas);
  tooling::ToolInvocation invocation(commandFor(input, resources, rules), &action, files.get(),
                                     std::make_shared<PCHContainerOperations>());
  invocation.setDiagnosticConsumer(&printer);
  // Clang goes on after an error in an option.
  const bool isParsed = invocation.run() && printer.getNumErrors() == 0;
  result.unit = isParsed ? std::move(action.unit) : nullptr;
  result.needsCompiler = printer.getNumWarnings() > 0;
  result.place = printer.place;
  result.problem = printer.problem;
  return result;
}

/// "a.c:3:7: warning: passed through ...: function definition is not allowed here".
std::string foreignText(const SourceInput &input, const Attempt &attempt) {
  const std::string what =
      "warning: source is passed through unchanged because Clang cannot parse it";
  if (attempt.problem.empty())
    return input.path + ": " + what;
  return (attempt.place.empty() ? "kasuri" : attempt.place) + ": " + what + ": " + attempt.problem;
}

/// The user has to be told what is wrong with the source.
ParsedSource parseStrictly(const SourceInput &input, const std::string &resources,
                           PragmaTexts &pragmas) {
  Attempt strict = parse(input, resources, Rules::Clang, pragmas);
  llvm::errs() << strict.messages;
  if (strict.unit && !input.unmodeled.empty())
    llvm::errs() << "kasuri: error: '" << input.path << "' cannot be analyzed because "
                 << input.unmodeled << '\n';
  return {input.unmodeled.empty() ? std::move(strict.unit) : nullptr, ""};
}

} // namespace

ParsedSource parseSource(const SourceInput &input, const std::string &resources,
                         const CompilerCheck &compilerTakes, PragmaTexts &pragmas) {
  auto isTaken = [&] { return !input.preprocessed && compilerTakes && compilerTakes(input); };
  if (!input.unmodeled.empty())
    return isTaken() ? ParsedSource{nullptr, input.path +
                                                 ": warning: source is passed through "
                                                 "unchanged because " +
                                                 input.unmodeled}
                     : parseStrictly(input, resources, pragmas);
  Attempt attempt = parse(input, resources, Rules::Compiler, pragmas);
  const bool needsCompiler = !attempt.unit || attempt.needsCompiler;
  if (needsCompiler && !input.preprocessed && !isTaken())
    return parseStrictly(input, resources, pragmas);
  if (!attempt.unit && !input.preprocessed)
    return {nullptr, foreignText(input, attempt)};
  llvm::errs() << attempt.messages;
  return {std::move(attempt.unit), ""};
}

std::unique_ptr<ASTUnit> parseQuietly(const SourceInput &input) {
  PragmaTexts pragmas;
  return parse(input, findResourceDirectory(), Rules::Compiler, pragmas).unit;
}

} // namespace kasuri
