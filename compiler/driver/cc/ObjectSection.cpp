#include "driver/cc/ObjectSection.h"

#include "support/CheckedJson.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/ObjCopy/ConfigManager.h"
#include "llvm/ObjCopy/ObjCopy.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace kasuri {
namespace {

using llvm::StringRef;
namespace object = llvm::object;

constexpr StringRef sectionName = ".kasuri";
constexpr StringRef magic = "KASURIO1";

/// Everything in front of the two variable parts; numbers are little-endian.
struct Header {
  static constexpr size_t digestBytes = 32;
  static constexpr size_t objectDigestAt = 8;                         ///< of the other sections
  static constexpr size_t ownDigestAt = objectDigestAt + digestBytes; ///< of all behind it
  static constexpr size_t sizesAt = ownDigestAt + digestBytes;
  static constexpr size_t descriptionBytesAt = sizesAt; ///< 8 bytes each
  static constexpr size_t textBytesAt = sizesAt + 8;    ///< once decompressed
  static constexpr size_t compressionAt = sizesAt + 16; ///< enum Packing
  static constexpr size_t bytes = sizesAt + 24;
};

enum class Packing : uint8_t { None, Zstd, Zlib };

constexpr uint64_t maxAlignment = 1 << 20;
constexpr uint64_t maxTextBytes = uint64_t(1) << 30; ///< more is no source, but a damaged section

llvm::ArrayRef<uint8_t> bytesOf(StringRef text) { return llvm::arrayRefFromStringRef(text); }

std::string digestOf(StringRef text) {
  return llvm::toStringRef(llvm::ArrayRef<uint8_t>(llvm::BLAKE3::hash(bytesOf(text)))).str();
}

std::string numberText(uint64_t number) {
  std::string text(8, '\0');
  llvm::support::endian::write64le(text.data(), number);
  return text;
}

std::unique_ptr<object::Binary> parseObject(StringRef bytes) {
  auto binary = object::createBinary(llvm::MemoryBufferRef(bytes, "object"));
  if (!binary) {
    llvm::consumeError(binary.takeError());
    return nullptr;
  }
  return std::move(*binary);
}

const object::ELFObjectFileBase *asElf(const std::unique_ptr<object::Binary> &binary) {
  return llvm::dyn_cast_or_null<object::ELFObjectFileBase>(binary.get());
}

StringRef nameOf(const object::SectionRef &section) {
  auto name = section.getName();
  if (name)
    return *name;
  llvm::consumeError(name.takeError());
  return "";
}

StringRef contentsOf(const object::SectionRef &section) {
  auto contents = section.getContents();
  if (contents)
    return *contents;
  llvm::consumeError(contents.takeError());
  return "";
}

/// A digest of all sections but ours: symbols and names are sections too.
std::string digestOfOthers(const object::ELFObjectFileBase &elf) {
  llvm::BLAKE3 hasher;
  auto add = [&](StringRef text) {
    hasher.update(bytesOf(numberText(text.size())));
    hasher.update(bytesOf(text));
  };
  for (const object::ELFSectionRef section : elf.sections()) {
    if (nameOf(section) == sectionName)
      continue;
    add(nameOf(section));
    add(numberText(section.getType()) + numberText(section.getFlags()) +
        numberText(section.getSize()));
    if (!section.isVirtual())
      add(contentsOf(section));
  }
  return llvm::toStringRef(llvm::ArrayRef<uint8_t>(hasher.final())).str();
}

std::string descriptionOf(const ObjectSource &source) {
  const llvm::json::Object description{{"directory", source.directory},
                                       {"path", source.path},
                                       {"compiler", llvm::json::Array(source.compiler)},
                                       {"flags", llvm::json::Array(source.flags)}};
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(llvm::json::Object(description));
  return text;
}

Packing bestPacking() {
  return llvm::compression::zstd::isAvailable()   ? Packing::Zstd
         : llvm::compression::zlib::isAvailable() ? Packing::Zlib
                                                  : Packing::None;
}

llvm::compression::Format formatOf(Packing packing) {
  return packing == Packing::Zstd ? llvm::compression::Format::Zstd
                                  : llvm::compression::Format::Zlib;
}

std::string packed(StringRef text, Packing packing) {
  if (packing == Packing::None)
    return text.str();
  llvm::SmallVector<uint8_t, 0> result;
  llvm::compression::compress(formatOf(packing), bytesOf(text), result);
  return llvm::toStringRef(result).str();
}

std::optional<std::string> unpacked(StringRef text, Packing packing, uint64_t size) {
  if (packing == Packing::None)
    return text.size() == size ? std::optional(text.str()) : std::nullopt;
  if (llvm::compression::getReasonIfUnsupported(formatOf(packing)))
    return std::nullopt;
  llvm::SmallVector<uint8_t, 0> result;
  if (llvm::Error error =
          llvm::compression::decompress(formatOf(packing), bytesOf(text), result, size)) {
    llvm::consumeError(std::move(error));
    return std::nullopt;
  }
  return llvm::toStringRef(result).str();
}

/// The section but for the object's digest, which is zeros.
std::string sectionFor(const ObjectSource &source) {
  const Packing packing = bestPacking();
  const std::string description = descriptionOf(source);
  const std::string rest = numberText(description.size()) + numberText(source.text.size()) +
                           numberText(static_cast<uint64_t>(packing)) + description +
                           packed(source.text, packing);
  return magic.str() + std::string(Header::digestBytes, '\0') + digestOf(rest) + rest;
}

/// The object with `section` as a section, by LLVM's objcopy.
std::optional<std::string> added(object::Binary &binary, StringRef section) {
  llvm::objcopy::ConfigManager config;
  config.Common.AddSection.emplace_back(sectionName,
                                        llvm::MemoryBuffer::getMemBufferCopy(section, sectionName));
  config.Common.OutputFilename = "object";
  llvm::SmallString<0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  if (llvm::Error error = llvm::objcopy::executeObjcopyOnBinary(config, binary, stream)) {
    llvm::consumeError(std::move(error));
    return std::nullopt;
  }
  return bytes.str().str();
}

/// Sets SHF_EXCLUDE in the headers of our sections, for either class of ELF.
template <typename Type> void exclude(std::string &bytes) {
  auto file = object::ELFFile<Type>::create(bytes);
  if (!file)
    return llvm::consumeError(file.takeError());
  auto sections = file->sections();
  if (!sections)
    return llvm::consumeError(sections.takeError());
  for (const auto &section : *sections) {
    auto name = file->getSectionName(section);
    if (!name)
      llvm::consumeError(name.takeError());
    else if (*name == sectionName)
      const_cast<Type::Shdr &>(section).sh_flags = llvm::ELF::SHF_EXCLUDE;
  }
}

/// Where the section's bytes lie in `bytes`; npos: nowhere.
size_t placeOf(const object::ELFObjectFileBase &elf, StringRef bytes) {
  for (const object::SectionRef section : elf.sections())
    if (nameOf(section) == sectionName)
      return static_cast<size_t>(contentsOf(section).data() - bytes.data());
  return StringRef::npos;
}

std::vector<std::string> wordsIn(const llvm::json::Object &description, StringRef name) {
  std::vector<std::string> words;
  if (const llvm::json::Array *array = description.getArray(name))
    for (const llvm::json::Value &value : *array)
      if (auto word = value.getAsString())
        words.push_back(word->str());
  return words;
}

std::optional<ObjectSource> parseDescription(StringRef text) {
  auto value = parseJson(text);
  if (!value) {
    llvm::consumeError(value.takeError());
    return std::nullopt;
  }
  const llvm::json::Object *description = value->getAsObject();
  const auto directory = description ? description->getString("directory") : std::nullopt;
  const auto path = description ? description->getString("path") : std::nullopt;
  if (!directory || !path || path->empty())
    return std::nullopt;
  ObjectSource source{directory->str(), path->str(), wordsIn(*description, "compiler"),
                      wordsIn(*description, "flags"), ""};
  return source.compiler.empty() ? std::nullopt : std::optional(std::move(source));
}

std::optional<ObjectSource> parseSection(StringRef section, StringRef objectDigest) {
  auto at = [&](size_t offset) { return llvm::support::endian::read64le(section.data() + offset); };
  if (section.size() < Header::bytes || !section.starts_with(magic) ||
      section.substr(Header::objectDigestAt, Header::digestBytes) != objectDigest ||
      section.substr(Header::ownDigestAt, Header::digestBytes) !=
          digestOf(section.substr(Header::sizesAt)))
    return std::nullopt;
  const uint64_t descriptionBytes = at(Header::descriptionBytesAt);
  const uint64_t textBytes = at(Header::textBytesAt), packing = at(Header::compressionAt);
  if (descriptionBytes > section.size() - Header::bytes || textBytes > maxTextBytes ||
      packing > static_cast<uint64_t>(Packing::Zlib))
    return std::nullopt;
  auto source = parseDescription(section.substr(Header::bytes, descriptionBytes));
  auto text = unpacked(section.substr(Header::bytes + descriptionBytes),
                       static_cast<Packing>(packing), textBytes);
  if (!source || !text)
    return std::nullopt;
  source->text = std::move(*text);
  return source;
}

struct SymbolFacts {
  std::string name;
  bool isDefined;
};

/// nullopt when the table is damaged there.
std::optional<SymbolFacts> factsOf(const object::ELFSymbolRef &symbol) {
  auto flags = symbol.getFlags();
  if (!flags) {
    llvm::consumeError(flags.takeError());
    return std::nullopt;
  }
  auto name = symbol.getName();
  if (!name) {
    llvm::consumeError(name.takeError());
    return std::nullopt;
  }
  return SymbolFacts{name->str(), !(*flags & object::SymbolRef::SF_Undefined)};
}

/// Written anew, a few bytes could become gigabytes.
bool isSpreadOut(const object::ELFObjectFileBase &elf) {
  return llvm::any_of(elf.sections(), [](const object::SectionRef section) {
    return section.getAlignment().value() > maxAlignment;
  });
}

} // namespace

std::optional<std::string> withSection(StringRef object, const ObjectSource &source) {
  const std::unique_ptr<object::Binary> before = parseObject(object);
  const object::ELFObjectFileBase *plain = asElf(before);
  if (!plain || plain->getEType() != llvm::ELF::ET_REL || !plain->isLittleEndian() ||
      placeOf(*plain, object) != StringRef::npos || isSpreadOut(*plain))
    return std::nullopt;
  std::optional<std::string> bytes = added(*before, sectionFor(source));
  if (!bytes)
    return std::nullopt;
  if (plain->is64Bit())
    exclude<object::ELF64LE>(*bytes);
  else
    exclude<object::ELF32LE>(*bytes);
  const std::unique_ptr<object::Binary> after = parseObject(*bytes);
  const object::ELFObjectFileBase *elf = asElf(after);
  const size_t place = elf ? placeOf(*elf, *bytes) : StringRef::npos;
  if (place == StringRef::npos)
    return std::nullopt;
  bytes->replace(place + Header::objectDigestAt, Header::digestBytes, digestOfOthers(*elf));
  return bytes;
}

std::optional<ObjectSource> readSection(StringRef object) {
  const std::unique_ptr<object::Binary> binary = parseObject(object);
  const object::ELFObjectFileBase *elf = asElf(binary);
  if (!elf || elf->getEType() != llvm::ELF::ET_REL)
    return std::nullopt;
  for (const object::SectionRef section : elf->sections())
    if (nameOf(section) == sectionName)
      return parseSection(contentsOf(section), digestOfOthers(*elf));
  return std::nullopt;
}

std::optional<LinkedNames> namesOf(StringRef object) {
  const std::unique_ptr<object::Binary> binary = parseObject(object);
  const object::ELFObjectFileBase *elf = asElf(binary);
  if (!elf || elf->getEType() != llvm::ELF::ET_REL)
    return std::nullopt;
  LinkedNames names;
  for (const object::ELFSymbolRef symbol : elf->symbols()) {
    const std::optional<SymbolFacts> facts = factsOf(symbol);
    if (!facts)
      return std::nullopt;
    if (symbol.getBinding() == llvm::ELF::STB_LOCAL || facts->name.empty())
      continue;
    names.all.insert(facts->name);
    if (facts->isDefined)
      names.defined.insert(facts->name);
  }
  return names;
}

std::optional<std::set<std::string>> dynamicNames(StringRef program) {
  const std::unique_ptr<object::Binary> binary = parseObject(program);
  if (!asElf(binary))
    return std::nullopt;
  std::set<std::string> names;
  for (const object::ELFSymbolRef symbol : asElf(binary)->getDynamicSymbolIterators()) {
    // A table may say that it has 2^60 symbols: the first that is not there ends it.
    const std::optional<SymbolFacts> facts = factsOf(symbol);
    if (!facts)
      return std::nullopt;
    if (facts->isDefined)
      names.insert(facts->name);
  }
  return names;
}

} // namespace kasuri
