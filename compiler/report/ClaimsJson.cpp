// Accesses are numbered by where they stand: "sites" has each place once, groups hold its numbers.
// Only a place is known of an access in a run, and whether a variable's name alone stood there.
#include "report/ClaimsJson.h"

#include "report/JsonParts.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <set>

namespace kasuri {
namespace {

using llvm::json::OStream;

class ClaimsWriter {
public:
  ClaimsWriter(const Program &program, const std::vector<LoopClaims> &claims)
      : program(program), claims(claims) {}

  std::string write() {
    std::string text;
    llvm::raw_string_ostream stream(text);
    OStream out(stream);
    out.object([&] {
      out.attributeArray("files", [&] {
        for (const SourceFile &file : program.files)
          out.value(utf8(file.path));
      });
      out.attributeArray("loops", [&] {
        for (const LoopClaims &each : claims)
          loop(out, each);
      });
      out.attributeArray("sites", [&] {
        for (const Site &each : sites)
          out.array([&] {
            location(out, each.place);
            out.value(each.isWrite ? "write" : "read");
            out.value(utf8(each.variable));
            out.value(each.bytes);
          });
      });
    });
    text += '\n';
    return text;
  }

private:
  struct Site {
    SourceLocation place;
    bool isWrite = false;
    std::string variable; ///< a number or pointer, if its name is all that leads there
    int64_t bytes = 0;    ///< 0: not known
  };
  const Program &program;
  const std::vector<LoopClaims> &claims;
  std::vector<Site> sites;
  std::map<std::tuple<uint32_t, unsigned, unsigned, bool, std::string, int64_t>, size_t> known;

  static void location(OStream &out, const SourceLocation &place) {
    out.value(place.file.valid() ? static_cast<int64_t>(place.file.index()) : -1);
    out.value(static_cast<int64_t>(place.line));
    out.value(static_cast<int64_t>(place.column));
  }

  bool isLoadOrStore(ValueId access) const {
    return program[access].op == Op::Load || program[access].op == Op::Store;
  }

  std::string variableAt(ValueId access) const {
    const Instruction &value = program[access];
    if (!isLoadOrStore(access) || program[value.operands[0]].op != Op::Address)
      return "";
    const Object &object = program[program[value.operands[0]].object];
    return object.type.kind == ValueType::Kind::Aggregate ? "" : object.name;
  }

  size_t siteOf(const ClaimedAccess &access) {
    const SourceLocation &place = program[access.origin].location;
    const std::string variable = variableAt(access.origin);
    const int64_t bytes = isLoadOrStore(access.origin) && !program[access.origin].partial
                              ? static_cast<int64_t>(program[access.origin].type.size)
                              : 0;
    auto [found, isNew] = known.try_emplace(
        {place.file.value, place.line, place.column, access.isWrite, variable, bytes},
        sites.size());
    if (isNew)
      sites.push_back({place, access.isWrite, variable, bytes});
    return found->second;
  }

  void group(OStream &out, const ClaimGroup &each) {
    const char *kinds[] = {"memory", "private", "ordered"};
    std::set<size_t> members;
    for (const ClaimedAccess &access : each.accesses)
      members.insert(siteOf(access));
    out.object([&] {
      out.attribute("kind", kinds[static_cast<size_t>(each.kind)]);
      if (each.isUnknownCode)
        out.attribute("unknownCode", true);
      out.attributeArray("sites", [&] {
        for (size_t member : members)
          out.value(static_cast<int64_t>(member));
      });
    });
  }

  void loop(OStream &out, const LoopClaims &each) {
    const Region &region = program[each.loop];
    out.object([&] {
      out.attributeArray("place", [&] { location(out, region.location); });
      out.attribute("function", utf8(program[region.function].name));
      out.attribute("parallel", each.isParallel);
      out.attribute("guarded", each.isGuarded);
      out.attribute("irregular", each.isIrregular);
      out.attributeArray("groups", [&] {
        for (const ClaimGroup &one : each.groups)
          group(out, one);
      });
      out.attributeArray("meetings", [&] {
        for (const auto &[from, to] : each.meetings)
          out.array([&] {
            out.value(static_cast<int64_t>(from));
            out.value(static_cast<int64_t>(to));
          });
      });
    });
  }
};

} // namespace

std::string claimsJson(const Program &program, const std::vector<LoopClaims> &claims) {
  return ClaimsWriter(program, claims).write();
}

} // namespace kasuri
