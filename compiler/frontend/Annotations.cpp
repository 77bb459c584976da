// Annotations are pragmas of the name space `kasuri`. Clang's preprocessor hands them over wherever
// they stand, from `#pragma` and from `_Pragma` alike; what one is about is what begins with the
// next token of the program, which the preprocessor shows as well. So nothing of them gets into the
// AST, and the text around them stays what other compilers see.
#include "frontend/Annotations.h"
#include "support/ParseTime.h"

#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"

#include <array>

namespace kasuri {

using namespace clang;

namespace {

using Kind = Annotation::Kind;

constexpr std::array kinds = {Kind::Independent, Kind::NoAlias,  Kind::Distinct,  Kind::Reduction,
                              Kind::TripCount,   Kind::Exclude,  Kind::KeepOrder, Kind::Pure,
                              Kind::Whole,       Kind::Deadline, Kind::Reordered, Kind::Generated,
                              Kind::Columns};

constexpr std::array<llvm::StringLiteral, 7> operations = {"+", "*", "&", "|", "^", "min", "max"};

constexpr double maxIterations = 1e15;

/// Reads what stands behind `#pragma kasuri`.
class PragmaReader {
public:
  PragmaReader(Preprocessor &preprocessor, PragmaTexts &pragmas)
      : preprocessor(preprocessor), pragmas(pragmas) {}

  void read(clang::SourceLocation location) {
    made.location = location;
    preprocessor.LexUnexpandedToken(token);
    const std::string word = token.isAnyIdentifier() ? spelling() : "";
    const auto *kind = std::find_if(kinds.begin(), kinds.end(),
                                    [&](Kind each) { return kasuri::name(each) == word; });
    std::string problem;
    if (word.empty())
      problem = "an annotation begins with a word, such as 'independent'";
    else if (kind == kinds.end())
      problem = "unknown annotation '" + word + "'";
    else
      problem = readArguments(*kind);
    while (token.isNot(tok::eod))
      preprocessor.Lex(token);
    if (problem.empty())
      pragmas.all.push_back(std::move(made));
    else
      pragmas.problems.emplace_back(location, problem);
  }

private:
  Preprocessor &preprocessor;
  PragmaTexts &pragmas;
  Token token;
  PragmaText made;

  std::string spelling() const { return preprocessor.getSpelling(token); }
  void next() { preprocessor.Lex(token); }

  /// What is wrong; "": nothing.
  std::string readArguments(Kind kind) {
    const std::string name(kasuri::name(kind));
    made.kind = kind;
    made.text = name;
    next();
    if (kind == Kind::Independent || kind == Kind::Exclude || kind == Kind::KeepOrder ||
        kind == Kind::Pure || kind == Kind::Whole || kind == Kind::Reordered ||
        kind == Kind::Generated || kind == Kind::Columns)
      return token.is(tok::eod) ? "" : "'" + name + "' takes no arguments";
    std::string form = "'" + name + "' is written as '" + name + formOf(kind) + "'";
    if (token.isNot(tok::l_paren))
      return form;
    next();
    if (std::string problem = readInParentheses(kind); !problem.empty())
      return problem == "form" ? form : problem;
    if (token.isNot(tok::r_paren))
      return form;
    next();
    return token.is(tok::eod) ? "" : form;
  }

  static std::string formOf(Kind kind) {
    switch (kind) {
    case Kind::NoAlias:
      return "(a, b)";
    case Kind::Distinct:
      return "(table)";
    case Kind::Reduction:
      return "(+ : x)";
    case Kind::TripCount:
      return "(1000)";
    default:
      return "(\"33ms\")";
    }
  }

  std::string readInParentheses(Kind kind) {
    if (kind == Kind::TripCount)
      return readNumber();
    if (kind == Kind::Deadline)
      return readTime();
    if (kind == Kind::Reduction) {
      made.operation = spelling();
      if (llvm::find(operations, made.operation) == operations.end())
        return "'" + made.operation + "' is not a reduction operator: + * & | ^ min max";
      next();
      if (token.isNot(tok::colon))
        return "form";
      next();
    }
    if (!readNames() || (kind == Kind::NoAlias && made.names.size() < 2))
      return "form";
    made.text += "(" + (kind == Kind::Reduction ? made.operation + ": " : "");
    for (size_t i = 0; i < made.names.size(); ++i)
      made.text += (i == 0 ? "" : ", ") + made.names[i];
    made.text += ")";
    return "";
  }

  bool readNames() {
    for (;;) {
      if (!token.isAnyIdentifier())
        return false;
      made.names.push_back(spelling());
      if (std::count(made.names.begin(), made.names.end(), made.names.back()) > 1)
        return false;
      next();
      if (token.isNot(tok::comma))
        return true;
      next();
    }
  }

  std::string readNumber() {
    if (token.isNot(tok::numeric_constant))
      return "form";
    const std::string digits = llvm::StringRef(spelling()).rtrim("uUlL").str();
    if (llvm::StringRef(digits).getAsDouble(made.number) ||
        !(made.number >= 0 && made.number <= maxIterations))
      return "'" + spelling() + "' is not a number of iterations";
    made.text += "(" + digits + ")";
    next();
    return "";
  }

  std::string readTime() {
    if (token.isNot(tok::string_literal))
      return "form";
    const std::string time = llvm::StringRef(spelling()).trim('"').str();
    const std::optional<double> ns = parseTime(time);
    if (!ns)
      return "'" + time + "' is not a time; write it as \"33ms\"";
    made.number = *ns;
    made.text += "(\"" + time + "\")";
    next();
    return "";
  }
};

class KasuriPragma : public PragmaHandler {
public:
  explicit KasuriPragma(PragmaTexts &pragmas) : PragmaHandler("kasuri"), pragmas(pragmas) {}

  void HandlePragma(Preprocessor &preprocessor, PragmaIntroducer introducer, Token &) override {
    PragmaReader(preprocessor, pragmas).read(introducer.Loc);
  }

private:
  PragmaTexts &pragmas;
};

/// Parses, and looks at pragmas and at what follows them.
class ReadPragmas : public ASTFrontendAction {
public:
  explicit ReadPragmas(PragmaTexts &pragmas) : pragmas(pragmas) {}

protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler,
                                                 llvm::StringRef) override {
    Preprocessor &preprocessor = compiler.getPreprocessor();
    preprocessor.AddPragmaHandler(new KasuriPragma(pragmas)); // it owns it
    preprocessor.setTokenWatcher([this](const Token &token) {
      if (token.isAnnotation())
        return;
      for (; followed < pragmas.all.size(); ++followed)
        pragmas.all[followed].next = token.getLocation();
    });
    return std::make_unique<ASTConsumer>();
  }

private:
  PragmaTexts &pragmas;
  size_t followed = 0; ///< so many of them have what is next
};

} // namespace

std::unique_ptr<ASTUnit> loadUnit(std::shared_ptr<CompilerInvocation> invocation,
                                  std::shared_ptr<PCHContainerOperations> containers,
                                  const std::shared_ptr<DiagnosticOptions> &options,
                                  DiagnosticConsumer *consumer, PragmaTexts &pragmas) {
  ReadPragmas action(pragmas);
  auto diagnostics = CompilerInstance::createDiagnostics(*llvm::vfs::getRealFileSystem(), *options,
                                                         consumer, false);
  return std::unique_ptr<ASTUnit>(ASTUnit::LoadFromCompilerInvocationAction(
      std::move(invocation), std::move(containers), options, diagnostics, &action));
}

bool isForBlocks(Kind kind) { return kind == Kind::Exclude; }

bool isForLoops(Kind kind) {
  return kind != Kind::Pure && kind != Kind::Whole && kind != Kind::Deadline;
}

std::string placeOf(Kind kind) {
  return isForBlocks(kind) ? "a loop or a block" : isForLoops(kind) ? "a loop" : "a function";
}

} // namespace kasuri
