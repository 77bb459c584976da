// Parsing with Clang, and the order of lowering: all functions are declared before any body is
// lowered, so that a call finds its definition whichever unit holds it.
#include "frontend/Annotations.h"
#include "frontend/LibraryBodies.h"
#include "frontend/Lower.h"
#include "frontend/ResourceDirectory.h"

#include "clang/Basic/TargetOptions.h"
#include "clang/Basic/Version.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace kasuri {

using namespace clang;

ParsedSources::ParsedSources() = default;
ParsedSources::ParsedSources(ParsedSources &&) noexcept = default;
ParsedSources &ParsedSources::operator=(ParsedSources &&) noexcept = default;
ParsedSources::~ParsedSources() = default;

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

/// In place of the files of these names, which need not be there. Clang takes the buffers.
void addTexts(const SourceInput &input, PreprocessorOptions &options) {
  const bool hasTypes = StringRef(*input.preprocessed).contains("typedef float _Float32;");
  const std::string head = std::string(prelude) + (hasTypes ? "" : gccTypes);
  options.addRemappedFile(
      input.path, llvm::MemoryBuffer::getMemBufferCopy(*input.preprocessed, input.path).release());
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
    unit = loadUnit(invocation, std::move(containers), options, consumer, pragmas);
    if (unit) // the consumer does not live as long
      unit->getDiagnostics().setClient(new IgnoringDiagConsumer, true);
    return unit != nullptr;
  }

private:
  const SourceInput &input;
  PragmaTexts &pragmas;
};

std::unique_ptr<ASTUnit> parse(const SourceInput &input, const std::string &resources,
                               PragmaTexts &pragmas) {
  std::vector<std::string> command = {"clang", asCompiler, "-D__KASURI__=1"};
  if (input.preprocessed)
    command.insert(command.end(), {"-include", preludePath});
  command.insert(command.end(), input.arguments.begin(), input.arguments.end());
  command.insert(command.end(),
                 {"-w", "-resource-dir", resources, "-fsyntax-only", "-x", "c", input.path});
  FileSystemOptions place;
  place.WorkingDir = input.directory;
  auto files = llvm::makeIntrusiveRefCnt<FileManager>(place);
  DiagnosticOptions options;
  TextDiagnosticPrinter printer(llvm::errs(), options);
  BuildUnit action(input, pragmas);
  tooling::ToolInvocation invocation(std::move(command), &action, files.get(),
                                     std::make_shared<PCHContainerOperations>());
  invocation.setDiagnosticConsumer(&printer);
  // Clang goes on after an error in an option.
  bool isParsed = invocation.run() && printer.getNumErrors() == 0;
  return isParsed ? std::move(action.unit) : nullptr;
}

bool asksForVectors(const std::vector<std::string> &flags) {
  bool asks = false;
  for (const std::string &flag : flags)
    if (flag.starts_with("-O"))
      asks = flag == "-O3" || flag == "-Ofast" || flag == "-O4";
    else if (flag.ends_with("tree-vectorize") || flag == "-fvectorize")
      asks = flag == "-ftree-vectorize" || flag == "-fvectorize";
  return asks;
}

Target targetOf(const ASTUnit &unit, const SourceInput &input) {
  const TargetOptions &options = unit.getASTContext().getTargetInfo().getTargetOpts();
  Target target;
  target.triple = options.Triple;
  target.cpu = options.CPU;
  target.tuneCpu = options.TuneCPU;
  for (const std::string &feature : options.Features)
    target.features += (target.features.empty() ? "" : ",") + feature;
  target.vectorises = asksForVectors(input.arguments);
  return target;
}

/// What the analyses and the runtime are made for.
bool isSupported(const TargetInfo &target) {
  const uint64_t pointer = target.getPointerWidth(LangAS::Default);
  return target.getTriple().isOSLinux() && target.isLittleEndian() && target.getCharWidth() == 8 &&
         target.getIntWidth() == 32 && (pointer == 32 || pointer == 64);
}

/// Why the units cannot be one program for a target that Kasuri knows; "" if they can.
std::string wrongTarget(const std::vector<std::unique_ptr<ASTUnit>> &units,
                        const std::vector<SourceInput> &inputs) {
  const TargetInfo &first = units.front()->getASTContext().getTargetInfo();
  if (!isSupported(first))
    return "unsupported target '" + first.getTriple().str() +
           "': Kasuri supports little-endian Linux with 32 or 64 bits";
  for (size_t i = 1; i < units.size(); ++i) {
    const TargetInfo &other = units[i]->getASTContext().getTargetInfo();
    if (!other.getTriple().isCompatibleWith(first.getTriple()) ||
        other.getPointerWidth(LangAS::Default) != first.getPointerWidth(LangAS::Default))
      return "'" + inputs[0].path + "' is compiled for '" + first.getTriple().str() + "' and '" +
             inputs[i].path + "' for '" + other.getTriple().str() + "'";
  }
  return "";
}

} // namespace

std::map<std::string, std::string> macrosOf(const ParsedSources &sources,
                                            const std::vector<std::string> &names) {
  std::map<std::string, std::string> values;
  const Preprocessor &preprocessor = sources.units.front()->getPreprocessor();
  for (const std::string &name : names) {
    std::string &value = values[name];
    const IdentifierInfo *known = preprocessor.getIdentifierInfo(name);
    if (const MacroInfo *macro = preprocessor.getMacroInfo(known))
      for (const Token &token : macro->tokens())
        value += preprocessor.getSpelling(token);
  }
  return values;
}

bool isUnderstood(const SourceInput &input) {
  PragmaTexts pragmas;
  return parse(input, findResourceDirectory(), pragmas) != nullptr;
}

std::optional<FrontendResult> buildProgram(const std::vector<SourceInput> &inputs,
                                           bool isNamedOutside, size_t mostParts) {
  FrontendResult result;
  const std::string resources = findResourceDirectory();
  if (resources.empty()) {
    llvm::errs() << "kasuri: error: cannot find Clang's headers in '"
                 << llvm::join(resourceDirectories(), "' or '")
                 << "'; on Debian and Ubuntu install libclang-common-" << CLANG_VERSION_MAJOR
                 << "-dev\n";
    return std::nullopt;
  }
  result.program.isNamedOutside = isNamedOutside;
  std::vector<PragmaTexts> pragmas(inputs.size());
  for (const SourceInput &input : inputs) {
    if (!input.preprocessed && !llvm::sys::fs::exists(input.path)) {
      llvm::errs() << "kasuri: error: no such file or directory: '" << input.path << "'\n";
      return std::nullopt;
    }
    std::unique_ptr<ASTUnit> unit = parse(input, resources, pragmas[result.sources.units.size()]);
    if (!unit)
      return std::nullopt;
    result.sources.units.push_back(std::move(unit));
  }
  if (!inputs.empty()) {
    if (std::string problem = wrongTarget(result.sources.units, inputs); !problem.empty()) {
      llvm::errs() << "kasuri: error: " << problem << '\n';
      return std::nullopt;
    }
    const TargetInfo &target = result.sources.units.front()->getASTContext().getTargetInfo();
    result.target = targetOf(*result.sources.units.front(), inputs.front());
    result.program.pointerBytes =
        static_cast<unsigned>(target.getPointerWidth(LangAS::Default) / 8);
  }
  ProgramBuilder builder(result, mostParts);
  std::vector<FileId> files;
  for (const SourceInput &input : inputs)
    files.push_back(builder.mainFile(input.path));
  result.program.initialisers = builder.newRegion(Region::Kind::Block, RegionId(), FunctionId());
  std::vector<UnitContext> units;
  units.reserve(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    result.sources.isPreprocessed.push_back(inputs[i].preprocessed.has_value());
    ASTUnit &parsed = *result.sources.units[i];
    units.push_back({builder, result.program, parsed.getASTContext(), parsed.getSourceManager(), i,
                     files[i], inputs[i], pragmas[i]});
    declareFunctions(units.back());
    const LangOptions &language = result.sources.units[i]->getLangOpts();
    result.program.wrapsSigned |=
        language.getSignedOverflowBehavior() != LangOptions::SOB_Undefined;
  }
  for (UnitContext &unit : units)
    lowerBodies(unit);
  for (UnitContext &unit : units)
    annotateFunctions(unit);
  std::stable_sort(builder.problems.begin(), builder.problems.end());
  for (const auto &[place, problem] : builder.problems)
    llvm::errs() << toString(result.program, place) << ": error: " << problem << '\n';
  if (!builder.problems.empty())
    return std::nullopt;
  builder.escapeNamedSymbols();
  builder.markPureCalls();
  addLibraryBodies(result.program);
  for (ObjectId object : scalarsUsedInPart(result.program))
    result.program[object].addressTaken = true;
  return result;
}

} // namespace kasuri
