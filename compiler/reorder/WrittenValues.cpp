#include "reorder/WrittenValues.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"

namespace kasuri {

using namespace clang;

namespace {

/// What the type has elements of, at any depth of arrays; null: no structure or union.
const RecordDecl *recordOf(QualType type) {
  while (const auto *array = type->getAsArrayTypeUnsafe())
    type = array->getElementType();
  const RecordDecl *record = type->getAsRecordDecl();
  return record ? record->getDefinition() : nullptr;
}

const RecordDecl *pointedTo(QualType type) {
  const QualType pointee = type->getPointeeType();
  return pointee.isNull() ? nullptr : recordOf(pointee);
}

/// What a unit writes where.
class WriteFinder : public DynamicRecursiveASTVisitor {
public:
  explicit WriteFinder(ASTContext &context) : context(context) {}

  UnitWrites writes;

  /// Behind the visits.
  void finish() {
    for (const auto &[variable, times] : named)
      if (times != understood[variable])
        writes.of[variable].isAny = true;
    for (const auto &[function, times] : mentioned)
      if (times != called[function])
        for (const ParmVarDecl *each : function->parameters())
          writes.of[each].isAny = true;
    for (const RecordDecl *each : reached(unknown))
      for (const FieldDecl *field : each->fields())
        writes.of[field].isAny = true;
    for (const RecordDecl *each : reached(zeroed))
      for (const FieldDecl *field : each->fields())
        writes.of[field].isZeroed = true;
  }

  bool VisitFunctionDecl(FunctionDecl *function) override {
    if (function->getFormalLinkage() != Linkage::Internal)
      for (const ParmVarDecl *each : function->parameters())
        writes.of[each].isAny = true;
    return true;
  }

  bool VisitVarDecl(VarDecl *variable) override {
    WrittenValues &its = writes.of[variable->getCanonicalDecl()];
    if (variable->hasGlobalStorage() && !variable->hasInit()) {
      its.isZeroed = true;
      zeroed.insert(recordOf(variable->getType()));
      if (variable->getType().isConstant(context))
        addTable(variable->getType());
    }
    if (variable->hasInit())
      its.values.push_back(variable->getInit());
    its.isAny |= variable->hasAttrs() || variable->getFormalLinkage() == Linkage::External;
    return true;
  }

  bool VisitRecordDecl(RecordDecl *record) override {
    if (record->isUnion())
      unknown.insert(record);
    return true;
  }

  bool VisitInitListExpr(InitListExpr *list) override {
    if (const auto *semantic = list->isSemanticForm() ? list : list->getSemanticForm())
      addList(semantic);
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    if (const auto *function = dyn_cast<FunctionDecl>(reference->getDecl()))
      ++mentioned[function->getDefinition() ? function->getDefinition() : function];
    if (const auto *variable = dyn_cast<VarDecl>(reference->getDecl());
        variable && isPlainReal(variable->getType()))
      ++named[variable->getCanonicalDecl()];
    return true;
  }

  bool VisitMemberExpr(MemberExpr *member) override {
    if (isPlainReal(member->getType()))
      ++named[member->getMemberDecl()];
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *operation) override {
    const Decl *target = operation->isAssignmentOp() ? namedReal(operation->getLHS()) : nullptr;
    if (!target)
      return true;
    ++understood[target];
    writes.of[target].values.push_back(operation->isCompoundAssignmentOp()
                                           ? static_cast<const Expr *>(operation)
                                           : operation->getRHS());
    return true;
  }

  bool VisitCallExpr(CallExpr *call) override {
    const FunctionDecl *callee = call->getDirectCallee();
    const FunctionDecl *function = callee ? callee->getDefinition() : nullptr;
    if (callee && callee->getBuiltinID() == Builtin::BIfree && call->getNumArgs() == 1)
      harmless.insert(call->getArg(0)->IgnoreParens());
    if (!function || call->getNumArgs() < function->getNumParams())
      return true;
    ++called[function];
    for (unsigned i = 0; i < function->getNumParams(); ++i)
      writes.of[function->getParamDecl(i)].values.push_back(call->getArg(i));
    return true;
  }

  bool VisitCastExpr(CastExpr *cast) override {
    if (const Decl *read =
            cast->getCastKind() == CK_LValueToRValue ? namedReal(cast->getSubExpr()) : nullptr)
      ++understood[read];
    if (cast->getCastKind() == CK_BitCast)
      for (QualType type : {cast->getType(), cast->getSubExpr()->getType()})
        addParameters(type->getPointeeType());
    const RecordDecl *to = pointedTo(cast->getType());
    const RecordDecl *from = pointedTo(cast->getSubExpr()->getType());
    if (to == from || harmless.contains(cast) || keepsMemory(cast->getCastKind()))
      return true;
    const auto *call = dyn_cast<CallExpr>(cast->getSubExpr()->IgnoreParenCasts());
    const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
    const unsigned allocator = callee ? callee->getBuiltinID() : 0;
    if (allocator == Builtin::BIcalloc)
      zeroed.insert(to);
    else if (allocator != Builtin::BImalloc)
      unknown.insert({to, from});
    return true;
  }

private:
  ASTContext &context;
  std::map<const Decl *, size_t> named, understood; ///< how often; reads and writes are understood
  std::map<const FunctionDecl *, size_t> mentioned, called;
  std::set<const RecordDecl *> unknown, zeroed; ///< null counts for none
  std::set<const Expr *> harmless;

  /// Of the form in which all members have values, and structures inside lists of their own.
  void addList(const InitListExpr *list) {
    addTable(list->getType());
    const RecordDecl *record = list->getType()->getAsRecordDecl();
    unsigned number = 0;
    if (record && record->getDefinition())
      for (const FieldDecl *field : record->getDefinition()->fields())
        if (!field->isUnnamedBitField() && number < list->getNumInits())
          writes.of[field].values.push_back(list->getInit(number++));
    if (list->hasArrayFiller())
      zeroed.insert(recordOf(list->getType()));
    for (const Expr *each : list->inits())
      if (const auto *inner = dyn_cast_or_null<InitListExpr>(each))
        addList(inner);
      else if (isa_and_nonnull<ImplicitValueInitExpr>(each))
        zeroed.insert(recordOf(each->getType()));
      else if (isa_and_nonnull<DesignatedInitUpdateExpr>(each))
        unknown.insert(recordOf(each->getType()));
  }

  void addTable(QualType type) {
    for (const ArrayType *array; (array = type->getAsArrayTypeUnsafe());)
      type = array->getElementType();
    if (type->isRealFloatingType())
      writes.tables.insert(plainType(type));
  }

  /// A function that is called by another type may get pointers to anything.
  void addParameters(QualType function) {
    const auto *type = function.isNull() ? nullptr : function->getAs<FunctionProtoType>();
    for (QualType each : type ? type->getParamTypes() : llvm::ArrayRef<QualType>())
      unknown.insert(pointedTo(each));
  }

  /// What it gives is no way to other places, or to the same by another type.
  static bool keepsMemory(CastKind kind) {
    return kind == CK_NullToPointer || kind == CK_ArrayToPointerDecay || kind == CK_ToVoid ||
           kind == CK_PointerToBoolean;
  }

  /// With the structures that are parts of them.
  static std::set<const RecordDecl *> reached(const std::set<const RecordDecl *> &records) {
    std::vector<const RecordDecl *> left(records.begin(), records.end());
    std::set<const RecordDecl *> all;
    while (!left.empty()) {
      const RecordDecl *record = left.back();
      left.pop_back();
      if (!record || !all.insert(record).second)
        continue;
      for (const FieldDecl *field : record->fields())
        left.push_back(recordOf(field->getType()));
    }
    return all;
  }
};

} // namespace

bool isPlainReal(QualType type) {
  return type->isRealFloatingType() && !type.isVolatileQualified();
}

const Type *plainType(QualType type) {
  return type.getCanonicalType().getUnqualifiedType().getTypePtr();
}

const Decl *namedReal(const Expr *place) {
  place = place->IgnoreParens();
  if (!isPlainReal(place->getType()))
    return nullptr;
  if (const auto *member = dyn_cast<MemberExpr>(place))
    return member->getMemberDecl();
  const auto *reference = dyn_cast<DeclRefExpr>(place);
  return reference ? reference->getDecl()->getCanonicalDecl() : nullptr;
}

UnitWrites findWrites(ASTContext &context) {
  WriteFinder finder(context);
  finder.TraverseDecl(context.getTranslationUnitDecl());
  finder.finish();
  return std::move(finder.writes);
}

} // namespace kasuri
