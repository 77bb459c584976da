// Copies of functions that parallel loops call; internal to movability.
#pragma once

#include "movability/read/CodeReader.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"

namespace kasuri {

/// Rows and iterations hand memory on while they run. No `restrict` may promise that nobody else
/// changes it: a load from it could then move in front of a wait.
class FindRestrict : public clang::DynamicRecursiveASTVisitor {
public:
  explicit FindRestrict(const clang::Stmt *body) { TraverseStmt(const_cast<clang::Stmt *>(body)); }
  explicit FindRestrict(const clang::FunctionDecl &function) {
    TraverseDecl(const_cast<clang::FunctionDecl *>(&function));
  }

  bool VisitVarDecl(clang::VarDecl *variable) override {
    for (clang::QualType type = variable->getType(); !type.isNull();
         type = type->getPointeeType()) {
      isFound |= type.isRestrictQualified();
      isInType |= type.isRestrictQualified() && !type.isLocalRestrictQualified();
    }
    return true;
  }

  /// With which it means nothing.
  std::vector<MacroDefinition> macros(const clang::LangOptions &language) const {
    std::vector<MacroDefinition> macros;
    for (const std::string name : {"restrict", "__restrict", "__restrict__"})
      if (isFound && (language.C99 || name.front() == '_'))
        macros.push_back({name, "#undef " + name + "\n#define " + name});
    return macros;
  }

  bool isFound = false;
  bool isInType = false; ///< a type of another name has it, which macros do not change
};

/// The name of the copy for what stands there.
std::string nameOfClone(const Program &program, FunctionId function, SourceLocation place);

/// Of the whole function, with the record's changes. `use`, `parameters`: see MovableClone.
MovableClone cloneOf(const FunctionCode &function, const std::string &name, CodeRecord &record,
                     const std::string &parameters, const std::string &use);

} // namespace kasuri
