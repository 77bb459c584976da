// The changes are insertions in the order of the source, so that where several meet, the ones of
// outer loops are outside. The first unit with loops also has the table of all of them.
#include "emit/CountLoops.h"

#include "emit/CountedLoops.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace kasuri {
namespace {

/// As a C string, which no trigraph and no encoding changes.
std::string literal(llvm::StringRef text) {
  std::string result = "\"";
  for (const char each : text) {
    const auto byte = static_cast<unsigned char>(each);
    if (llvm::isPrint(each) && each != '"' && each != '\\' && each != '?') {
      result += each;
      continue;
    }
    result += '\\';
    for (const int shift : {6, 3, 0})
      result += static_cast<char>('0' + (byte >> shift & 7));
  }
  return result + '"';
}

llvm::StringRef suffixOf(CountedLoop::Kind kind) {
  switch (kind) {
  case CountedLoop::Kind::Inner:
    return "inner";
  case CountedLoop::Kind::Middle:
    return "middle";
  case CountedLoop::Kind::Outer:
    break;
  }
  return "outer";
}

/// An insertion.
TextEdit at(unsigned offset, std::string text) { return {{offset, offset}, std::move(text)}; }

void addEdits(const CountedLoop &loop, size_t id, const SourceText &source, const std::string &path,
              std::vector<TextEdit> &edits) {
  const std::string run = "ks_run_" + std::to_string(id), kind = suffixOf(loop.kind).str();
  std::string begin = "{ ks_loop_run " + run + " __attribute__((__cleanup__(ks_leave_" + kind +
                      "))) = ks_enter_" + kind + "(" + std::to_string(id) + "); ";
  if (loop.begin != loop.statement.begin)
    begin += "\n" + source.lineDirectiveOf(loop.begin, path);
  const bool isInMemory = loop.kind == CountedLoop::Kind::Outer;
  edits.push_back(at(loop.begin, begin));
  edits.push_back(
      at(loop.body.begin, "{ " + run + (isInMemory ? ".ks_loop->" : ".") + "ks_iterations++; "));
  edits.push_back(at(loop.body.end, " }"));
  edits.push_back(at(loop.statement.end, " }"));
}

struct Reason {
  std::string kind, text;
};

/// Why the loop is not parallel; nothing if it is.
std::optional<Reason> reasonOf(const Parallelism &facts, RegionId loop) {
  const LoopFacts *its = facts.factsOf(loop);
  if (!its)
    return Reason{"", "it was not analyzed"};
  if (its->isParallel)
    return std::nullopt;
  if (its->wavefront)
    return Reason{"Wavefront", "its iterations can overlap as a wavefront"};
  if (its->pipeline)
    return Reason{"Pipeline", "its iterations can overlap as a pipeline"};
  if (its->obstacles.empty())
    return Reason{"", "it was not analyzed"};
  const Obstacle &first = its->obstacles.front();
  return Reason{std::string(name(first.kind)), message(first)};
}

std::string placeText(const Program &program, const Parallelism &facts, const CountedLoop &loop) {
  const Region &region = program[loop.loop];
  const std::optional<Reason> reason = reasonOf(facts, loop.loop);
  return "  {" + literal(loop.name) + ", " + literal(program[region.function].name) + ", " +
         literal(program.files[region.location.file.index()].path) + ", " +
         (reason ? literal(reason->kind) + ", " + literal(reason->text) : "0, 0") + ", " +
         std::to_string(region.location.line) + "},\n";
}

/// What the runtime must know of all loops.
std::string tableText(const Program &program, const Parallelism &facts,
                      const std::vector<UnitLoops> &units, const std::string &profilePath) {
  std::string places, omissions;
  size_t count = 0, omitted = 0;
  for (const UnitLoops &unit : units) {
    for (const CountedLoop &loop : unit.counted)
      places += placeText(program, facts, loop);
    for (const OmittedLoop &loop : unit.omitted)
      omissions += "  {" + literal(loop.name) + ", " + literal(loop.reason) + "},\n";
    count += unit.counted.size();
    omitted += unit.omitted.size();
  }
  std::string text = "\nstatic const ks_loop_place ks_loop_places[] = {\n" + places + "};\n";
  if (omitted > 0)
    text += "static const ks_loop_omission ks_loop_omissions[] = {\n" + omissions + "};\n";
  return text + "ks_loop_block ks_no_loops[KS_NO_LOOPS_LENGTH(" + std::to_string(count) +
         ")];\nstatic struct {\n  ks_loop_block ks_block;\n  ks_loop ks_loops[" +
         std::to_string(count) +
         "];\n} ks_first_loops;\nconst ks_loop_table ks_counted_loops = {ks_loop_places, " +
         (omitted > 0 ? "ks_loop_omissions" : "0") + ", &ks_first_loops.ks_block, " +
         literal(profilePath) + ", " + std::to_string(count) + ", " + std::to_string(omitted) +
         "};\n";
}

std::string unitText(const SourceText &source, const std::string &path,
                     std::vector<TextEdit> edits) {
  const unsigned begin = source.all().starts_with("\xef\xbb\xbf") ? 3 : 0;
  edits.insert(edits.begin(), at(begin, "#include <kasuri/loops.h>\n" + lineDirective(1, path)));
  return source.text({0, source.size()}, std::move(edits));
}

} // namespace

Emission countLoops(const Program &program, const ParsedSources &sources, const Parallelism &facts,
                    const std::string &profilePath) {
  std::vector<std::unique_ptr<SourceText>> texts;
  for (const std::unique_ptr<clang::ASTUnit> &each : sources.units)
    texts.push_back(std::make_unique<SourceText>(*each));
  const std::vector<UnitLoops> units = findCountedLoops(program, sources, facts, texts);
  const std::vector<std::string> paths = mainFiles(program);
  std::string table = tableText(program, facts, units, profilePath);
  Emission emission;
  size_t id = 0;
  for (size_t unit = 0; unit < units.size(); ++unit) {
    std::vector<TextEdit> edits;
    for (const CountedLoop &loop : units[unit].counted)
      addEdits(loop, id++, *texts[unit], paths[unit], edits);
    std::string text = edits.empty() ? texts[unit]->all().str()
                                     : unitText(*texts[unit], paths[unit], std::move(edits)) +
                                           std::exchange(table, "");
    emission.files.push_back({paths[unit], std::move(text)});
  }
  return emission;
}

} // namespace kasuri
