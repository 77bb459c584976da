#include "reorder/RepeatedText.h"

#include "model/Regions.h"
#include "reorder/unfold/CodeNames.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

namespace {

class InitializerText {
public:
  /// `scope`: of the variable of which the text will stand somewhere.
  InitializerText(const NestSource &source, RegionId scope)
      : source(source), program(source.program), scope(scope) {}

  RepeatedText made;

  /// False if there is none.
  bool write(ObjectId variable) {
    const auto its = source.sources.variableOf.find(variable);
    const Expr *initializer =
        its == source.sources.variableOf.end() ? nullptr : its->second->getInit();
    const std::optional<TextRange> range = initializer ? source.rangeOf(initializer) : std::nullopt;
    if (!range)
      return false;
    const CodeNames names = codeNamesOf(initializer);
    std::vector<TextEdit> edits;
    for (const DeclRefExpr *reference : names.references)
      if (!take(*reference, edits))
        return false;
    const std::optional<std::string> cast = castTo(its->second->getType(), *initializer);
    if (!names.isCopyable || !cast || llvm::any_of(names.outside, [&](const std::string &name) {
          return isHidden(name, nullptr);
        }))
      return false;
    const std::string text = source.text.text(*range, std::move(edits));
    made.text = cast->empty() ? "(" + text + ")" : "(" + *cast + "(" + text + "))";
    return true;
  }

private:
  const NestSource &source;
  const Program &program;
  RegionId scope;

  /// Something else has this name where the text may stand.
  bool isHidden(const std::string &name, const Object *its) const {
    return std::any_of(program.objects.begin(), program.objects.end(), [&](const Object &each) {
      return &each != its && each.name == name && each.owner == source.function() &&
             each.scope.valid() && contains(program, scope, each.scope);
    });
  }

  ObjectId objectOf(const VarDecl &variable) const {
    const auto its = llvm::find_if(source.sources.variableOf, [&](const auto &each) {
      return each.second->getCanonicalDecl() == variable.getCanonicalDecl();
    });
    return its == source.sources.variableOf.end() ? ObjectId() : its->first;
  }

  bool take(const DeclRefExpr &reference, std::vector<TextEdit> &edits) {
    const auto *variable = cast<VarDecl>(reference.getDecl());
    if (!variable->isLocalVarDeclOrParm())
      return true;
    const ObjectId object = objectOf(*variable);
    if (!object.valid())
      return false;
    if (isRepeatedIn(source, object)) {
      InitializerText its(source, scope);
      const std::optional<TextRange> range = source.text.name(&reference);
      if (!range || !its.write(object))
        return false;
      for (const auto &[loop, times] : its.made.loops)
        made.loops[loop] += times;
      edits.push_back({*range, its.made.text});
      return true;
    }
    for (size_t loop = 0; loop < source.nest.loops.size(); ++loop)
      if (source.nest.loops[loop].variable == object)
        ++made.loops[loop];
    return !isHidden(variable->getNameAsString(), &program[object]);
  }

  /// "(long)" where the variable has another type; "": it has the same.
  std::optional<std::string> castTo(QualType type, const Expr &initializer) const {
    const QualType wanted = type.getCanonicalType().getUnqualifiedType();
    QualType given = initializer.IgnoreParenImpCasts()->getType().getCanonicalType();
    if (given->isArrayType())
      given = source.context().getArrayDecayedType(given);
    given = given.getUnqualifiedType();
    // Bit-fields are promoted otherwise than numbers of their type.
    if (source.context().hasSimilarType(wanted, given) && !initializer.getSourceBitField())
      return "";
    const auto *number = dyn_cast<BuiltinType>(wanted.getTypePtr());
    if (!number || !number->isInteger() || !given->isIntegerType())
      return std::nullopt;
    const std::string name = wanted.getAsString(source.context().getPrintingPolicy());
    llvm::SmallVector<llvm::StringRef> words;
    llvm::StringRef(name).split(words, ' ');
    if (llvm::any_of(words, [&](llvm::StringRef word) { return source.isMacro(word); }))
      return std::nullopt;
    return "(" + name + ")";
  }
};

} // namespace

std::optional<RepeatedText> repeatedText(const NestSource &source, ObjectId variable) {
  InitializerText its(source, source.program[variable].scope);
  return its.write(variable) ? std::optional(std::move(its.made)) : std::nullopt;
}

bool isRepeatedIn(const NestSource &source, ObjectId variable) {
  return llvm::is_contained(source.nest.repeated, variable) &&
         contains(source.program, source.nest.loop, source.program[variable].scope);
}

} // namespace kasuri
