#include "analysis/affine/NestSubscripts.h"

#include "analysis/affine/Delinearize.h"

namespace kasuri {

template <typename Visit> void NestSubscripts::forEachAccess(size_t array, Visit visit) {
  for (size_t i = 0; i < nest.statements.size(); ++i)
    for (size_t k = 0; k < nest.statements[i].accesses.size(); ++k)
      if (nest.statements[i].accesses[k].array == array)
        visit(nest.statements[i].accesses[k], shapes[i][k]);
}

void NestSubscripts::give(size_t array) {
  const AccessShape *common = nullptr;
  forEachAccess(array, [&](AffineAccess &, const AccessShape &shape) {
    if (!common || shape.extents.size() > common->extents.size())
      common = &shape;
  });
  bool isCommon = true;
  forEachAccess(array, [&](AffineAccess &access, AccessShape &shape) {
    shape.deepenTo(common->extents);
    isCommon &= !access.isWhole && !shape.extents.empty() && shape.extents == common->extents;
  });
  const bool isRow = isCommon && common->extents.size() == 1;
  nest.arrays[array].elementBytes = isCommon ? static_cast<uint64_t>(common->extents.back()) : 0;
  if (isRow && giveOfRow(array))
    return;
  nest.arrays[array].dimensions = isCommon ? common->extents.size() : 0;
  nest.arrays[array].rowBytes = isCommon ? common->extents.front() : 0;
  forEachAccess(array, [&](AffineAccess &access, const AccessShape &shape) {
    for (const Linear &subscript : shape.subscripts) {
      std::optional<AffineForm> form = isCommon ? formOf(subscript) : std::nullopt;
      access.isWhole |= !form;
      access.subscripts.push_back(form.value_or(AffineForm()));
    }
    access.isWhole |= !isCommon;
    if (access.isWhole)
      access.subscripts.clear();
  });
}

/// Those of dimensions that a row of elements consists of; false if there are none.
bool NestSubscripts::giveOfRow(size_t array) {
  std::vector<Linear> places;
  forEachAccess(array, [&](AffineAccess &, const AccessShape &shape) {
    places.push_back(shape.subscripts.front());
  });
  const auto found = delinearize(effects, places, isCounter, sameAs);
  if (!found)
    return false;
  std::vector<AffineForm> extents;
  std::vector<std::vector<AffineForm>> subscripts;
  for (const Linear &extent : found->extents)
    if (auto form = formOf(extent))
      extents.push_back(std::move(*form));
    else
      return false;
  for (const std::vector<Linear> &its : found->subscripts) {
    subscripts.emplace_back();
    for (const Linear &subscript : its)
      if (auto form = formOf(subscript))
        subscripts.back().push_back(std::move(*form));
      else
        return false;
  }
  nest.arrays[array].dimensions = extents.size() + 1;
  nest.arrays[array].extents = std::move(extents);
  auto next = subscripts.begin();
  forEachAccess(array, [&](AffineAccess &access, const AccessShape &) {
    access.subscripts = std::move(*next++);
  });
  return true;
}

void NestSubscripts::addRow(size_t number, const Access &entry) {
  const auto place = exactQuotient(entry.offset, static_cast<int64_t>(entry.size));
  const std::optional<AffineForm> row = place ? formOf(*place) : std::nullopt;
  AffineArray &array = nest.arrays[number];
  const bool isKnown = row && array.dimensions > 0 && array.extents.empty();
  array.dimensions = isKnown ? array.dimensions + 1 : 0;
  array.extents.clear();
  forEachAccess(number, [&](AffineAccess &access, const AccessShape &) {
    access.isWhole |= !isKnown;
    if (access.isWhole)
      access.subscripts.clear();
    else
      access.subscripts.insert(access.subscripts.begin(), *row);
  });
}

} // namespace kasuri
