#include "driver/profile/sampling/DebugLines.h"

#include "llvm/DebugInfo/DIContext.h"
#include "llvm/DebugInfo/DWARF/DWARFCompileUnit.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/ObjectFile.h"

#include <optional>

namespace kasuri {
namespace {

using llvm::object::ObjectFile;
using llvm::object::OwningBinary;
using llvm::object::SectionedAddress;

/// Of the loaded section that holds the byte of the file.
std::optional<uint64_t> addressOfByte(const ObjectFile &object, uint64_t offset) {
  for (const llvm::object::SectionRef &section : object.sections()) {
    const uint64_t begin = llvm::object::ELFSectionRef(section).getOffset();
    if (section.isText() && begin <= offset && offset - begin < section.getSize())
      return section.getAddress() + (offset - begin);
  }
  return std::nullopt;
}

} // namespace

struct DebugLines::Module {
  OwningBinary<ObjectFile> binary;
  std::unique_ptr<llvm::DWARFContext> lines;

  std::vector<SourcePlace> placesAt(uint64_t address) const {
    using Specifier = llvm::DILineInfoSpecifier;
    const Specifier wanted(Specifier::FileLineInfoKind::AbsoluteFilePath,
                           llvm::DINameKind::ShortName);
    const SectionedAddress at{address, SectionedAddress::UndefSection};
    std::string unit;
    if (auto *its = lines->getCompileUnitForCodeAddress(address))
      if (const char *name = its->getUnitDIE().getShortName())
        unit = name;
    const llvm::DIInliningInfo frames = lines->getInliningInfoForAddress(at, wanted);
    std::vector<SourcePlace> places;
    for (uint32_t i = 0; i < frames.getNumberOfFrames(); ++i)
      if (const llvm::DILineInfo &its = frames.getFrame(i); its.Line > 0)
        places.push_back({its.FileName, {its.Line, its.Column}, its.FunctionName, unit});
    return places;
  }
};

DebugLines::DebugLines() = default;
DebugLines::~DebugLines() = default;

DebugLines::Module *DebugLines::moduleOf(const std::string &file) {
  auto [place, isNew] = modules.try_emplace(file);
  if (!isNew)
    return place->second.get();
  auto opened = ObjectFile::createObjectFile(file);
  if (!opened) {
    llvm::consumeError(opened.takeError());
    return nullptr;
  }
  if (!opened->getBinary()->isELF())
    return nullptr;
  place->second = std::make_unique<Module>();
  place->second->binary = std::move(*opened);
  place->second->lines = llvm::DWARFContext::create(*place->second->binary.getBinary());
  return place->second.get();
}

const std::vector<SourcePlace> &DebugLines::placesOf(const SampledFrame &frame) {
  const uint64_t offset = frame.offset - (frame.isCall ? 1 : 0);
  auto [place, isNew] = known.try_emplace({frame.file, offset});
  if (!isNew || frame.file.empty())
    return place->second;
  if (const Module *module = moduleOf(frame.file))
    if (const auto address =
            frame.isAddress ? offset : addressOfByte(*module->binary.getBinary(), offset))
      place->second = module->placesAt(*address);
  return place->second;
}

} // namespace kasuri
