// Parsing with Clang, and the order of lowering: all functions are declared before any body is
// lowered, so that a call finds its definition whichever unit holds it.
#include "frontend/Annotations.h"
#include "frontend/LibraryBodies.h"
#include "frontend/Lower.h"
#include "frontend/ParseSource.h"
#include "frontend/ResourceDirectory.h"
#include "frontend/UnitTraits.h"

#include "clang/Basic/TargetOptions.h"
#include "clang/Basic/Version.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace kasuri {

using namespace clang;

ParsedSources::ParsedSources() = default;
ParsedSources::ParsedSources(ParsedSources &&) noexcept = default;
ParsedSources &ParsedSources::operator=(ParsedSources &&) noexcept = default;
ParsedSources::~ParsedSources() = default;

namespace {

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
  return parseSource(input, findResourceDirectory(), {}, pragmas).unit != nullptr;
}

/// Parses all, and takes out of the inputs what cannot be analyzed; false if one has errors.
static bool parseAll(std::vector<SourceInput> &inputs, const CompilerCheck &compilerTakes,
                     FrontendResult &result, std::vector<PragmaTexts> &pragmas) {
  const std::string resources = findResourceDirectory();
  if (resources.empty()) {
    llvm::errs() << "kasuri: error: cannot find Clang's headers in '"
                 << llvm::join(resourceDirectories(), "' or '")
                 << "'; on Debian and Ubuntu install libclang-common-" << CLANG_VERSION_MAJOR
                 << "-dev\n";
    return false;
  }
  std::vector<SourceInput> parsed;
  for (size_t i = 0; i < inputs.size(); ++i) {
    SourceInput &input = inputs[i];
    if (!input.preprocessed && !input.edited && !llvm::sys::fs::exists(input.path)) {
      llvm::errs() << "kasuri: error: no such file or directory: '" << input.path << "'\n";
      return false;
    }
    PragmaTexts texts;
    ParsedSource source = parseSource(input, resources, compilerTakes, texts);
    if (!source.whyForeign.empty()) {
      result.foreign.push_back({i, source.whyForeign});
      continue;
    }
    if (!source.unit)
      return false;
    result.sources.units.push_back(std::move(source.unit));
    pragmas.push_back(std::move(texts));
    parsed.push_back(std::move(input));
  }
  inputs = std::move(parsed);
  return true;
}

/// Strong definitions of one symbol, in the order of the first ones.
static std::vector<std::pair<FunctionId, FunctionId>> findRedefined(const ProgramBuilder &builder) {
  std::vector<std::pair<FunctionId, FunctionId>> found;
  for (const auto &[symbol, definitions] : builder.externalDefinitions) {
    std::set<FunctionId> strong(definitions.begin(), definitions.end());
    std::erase_if(strong, [&](FunctionId each) { return builder.replaceable.contains(each); });
    if (strong.size() > 1)
      found.emplace_back(*strong.begin(), *std::next(strong.begin()));
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::optional<FrontendResult> buildProgram(std::vector<SourceInput> inputs,
                                           const FrontendOptions &options) {
  FrontendResult result;
  std::vector<PragmaTexts> pragmas;
  if (!parseAll(inputs, options.compilerTakes, result, pragmas))
    return std::nullopt;
  result.program.isNamedOutside = options.isNamedOutside || !result.foreign.empty();
  result.program.floatingOrder = options.floatingOrder;
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
  ProgramBuilder builder(result, options.maxParts);
  std::vector<FileId> files;
  for (const SourceInput &input : inputs)
    files.push_back(builder.mainFile(input.path));
  result.program.initialisers = builder.newRegion(Region::Kind::Block, RegionId(), FunctionId());
  std::vector<UnitContext> units;
  units.reserve(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    result.sources.hasLineDirectives.push_back(inputs[i].hasLineDirectives());
    ASTUnit &parsed = *result.sources.units[i];
    units.push_back({builder, result.program, parsed.getASTContext(), parsed.getSourceManager(), i,
                     files[i], inputs[i], pragmas[i]});
    units.back().hasEffectiveTypes = reliesOnEffectiveTypes(units.back());
    declareFunctions(units.back());
    result.sources.hasFunctionOptions.push_back(hasFunctionOptions(units.back()));
    result.program.wrapsSigned |= wrapsSigned(units.back());
    result.program.mostOnStack = std::min(result.program.mostOnStack, mostOnStack(units.back()));
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
  result.redefined = findRedefined(builder);
  builder.escapeNamedSymbols();
  builder.markPureCalls();
  addLibraryBodies(result.program);
  for (ObjectId object : scalarsUsedInPart(result.program))
    result.program[object].addressTaken = true;
  return result;
}

} // namespace kasuri
