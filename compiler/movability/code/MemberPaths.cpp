// Finding a member by its place.
//
//     struct { int n; struct { double sum; } part[2]; } at byte 16, a double:  .part[1].sum
//
// Members of a union lie at one place: the first of the right type is as good as any. Bit-fields
// have no place.
#include "movability/code/MemberPaths.h"
#include "clang/AST/RecordLayout.h"

namespace kasuri {

using namespace clang;

namespace {

class MemberFinder {
public:
  MemberFinder(const ASTContext &context, const ValueType &value, uint64_t count)
      : context(context), value(value), count(count) {}

  std::optional<MemberPath> find(QualType type, uint64_t offset) const {
    if (type->isDependentType() || type->isIncompleteType() || type.isConstQualified() ||
        type.isVolatileQualified() || offset >= sizeOf(type))
      return std::nullopt;
    if (const ConstantArrayType *array = context.getAsConstantArrayType(type))
      return inArray(*array, type, offset);
    if (const auto *record = type->getAsRecordDecl())
      return inRecord(*record, offset);
    bool isHere = offset == 0 && count == 1 && isLike(type);
    return isHere ? std::optional(MemberPath{"", type}) : std::nullopt;
  }

private:
  const ASTContext &context;
  const ValueType &value;
  uint64_t count;

  uint64_t sizeOf(QualType type) const {
    return static_cast<uint64_t>(context.getTypeSizeInChars(type).getQuantity());
  }

  bool isLike(QualType type) const {
    bool isKind = value.kind == ValueType::Kind::Integer
                      ? type->isIntegralOrEnumerationType() && !type->isBooleanType()
                      : value.kind == ValueType::Kind::Floating && type->isRealFloatingType();
    return isKind && !type->isAtomicType() && sizeOf(type) == value.size;
  }

  std::optional<MemberPath> inArray(const ConstantArrayType &array, QualType type,
                                    uint64_t offset) const {
    QualType leaf = context.getBaseElementType(type);
    if (count > 1 && offset == 0 && isLike(leaf) && sizeOf(type) == count * value.size)
      return MemberPath{"", leaf};
    const uint64_t bytes = sizeOf(array.getElementType());
    auto inside = bytes > 0 ? find(array.getElementType(), offset % bytes) : std::nullopt;
    if (inside)
      inside->text = "[" + std::to_string(offset / bytes) + "]" + inside->text;
    return inside;
  }

  std::optional<MemberPath> inRecord(const RecordDecl &record, uint64_t offset) const {
    const ASTRecordLayout &layout = context.getASTRecordLayout(&record);
    for (const FieldDecl *field : record.fields()) {
      const uint64_t start = layout.getFieldOffset(field->getFieldIndex()) / context.getCharWidth();
      if (field->isBitField() || offset < start)
        continue;
      auto inside = find(field->getType(), offset - start);
      if (!inside)
        continue;
      if (field->getIdentifier()) // the members of one without a name are the record's
        inside->text = "." + field->getNameAsString() + inside->text;
      return inside;
    }
    return std::nullopt;
  }
};

} // namespace

std::optional<MemberPath> findMember(const ASTContext &context, QualType whole, uint64_t offset,
                                     const ValueType &value, uint64_t count) {
  auto found = MemberFinder(context, value, count).find(whole, offset);
  // The elements of an array are reached through a pointer, which a packed structure may spoil.
  auto alignment = found ? context.getTypeAlignInChars(found->type).getQuantity() : 1;
  bool isAligned = offset % static_cast<uint64_t>(alignment) == 0 &&
                   context.getTypeAlignInChars(whole).getQuantity() >= alignment;
  return count == 1 || isAligned ? found : std::nullopt;
}

} // namespace kasuri
