// Parsing with Clang, and the order of lowering: all functions are declared before any body is
// lowered, so that a call finds its definition whichever unit holds it.
#include "frontend/Lower.h"

#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/Support/FileSystem.h"

namespace kasuri {

using namespace clang;

ParsedSources::ParsedSources() = default;
ParsedSources::ParsedSources(ParsedSources &&) noexcept = default;
ParsedSources &ParsedSources::operator=(ParsedSources &&) noexcept = default;
ParsedSources::~ParsedSources() = default;

namespace {

class OneCommand : public tooling::CompilationDatabase {
public:
  explicit OneCommand(const SourceInput &input) : input(input) {}

  std::vector<tooling::CompileCommand> getCompileCommands(StringRef path) const override {
    std::vector<std::string> arguments = {"clang"};
    arguments.insert(arguments.end(), input.arguments.begin(), input.arguments.end());
    arguments.insert(arguments.end(), {"-w", "-resource-dir", KASURI_CLANG_RESOURCE_DIR,
                                       "-fsyntax-only", "-x", "c", path.str()});
    llvm::SmallString<128> here(input.directory);
    if (here.empty())
      llvm::sys::fs::current_path(here);
    return {tooling::CompileCommand(here, path, arguments, "")};
  }

private:
  const SourceInput &input;
};

std::unique_ptr<ASTUnit> parse(const SourceInput &input) {
  OneCommand commands(input);
  tooling::ClangTool tool(commands, {input.path});
  tool.clearArgumentsAdjusters();
  tool.setPrintErrorMessage(false);
  std::vector<std::unique_ptr<ASTUnit>> units;
  int status = tool.buildASTs(units);
  if (status != 0 || units.size() != 1 || !units[0] ||
      units[0]->getDiagnostics().hasUncompilableErrorOccurred())
    return nullptr;
  return std::move(units[0]);
}

} // namespace

std::optional<FrontendResult> buildProgram(const std::vector<SourceInput> &inputs) {
  FrontendResult result;
  for (const SourceInput &input : inputs) {
    if (!llvm::sys::fs::exists(input.path)) {
      llvm::errs() << "kasuri: error: no such file or directory: '" << input.path << "'\n";
      return std::nullopt;
    }
    std::unique_ptr<ASTUnit> unit = parse(input);
    if (!unit)
      return std::nullopt;
    result.sources.units.push_back(std::move(unit));
  }
  ProgramBuilder builder(result);
  std::vector<FileId> files;
  for (const SourceInput &input : inputs)
    files.push_back(builder.file(input.path, true));
  result.program.initialisers = builder.newRegion(Region::Kind::Block, RegionId(), FunctionId());
  std::vector<std::unique_ptr<UnitLowering>> units;
  for (size_t i = 0; i < inputs.size(); ++i) {
    units.push_back(std::make_unique<UnitLowering>(builder, *result.sources.units[i], i, files[i]));
    units.back()->declareFunctions();
  }
  for (auto &unit : units)
    unit->lowerBodies();
  return result;
}

} // namespace kasuri
