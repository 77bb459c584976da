#include "driver/editing/Analysis.h"

#include "driver/Exit.h"
#include "driver/Pipeline.h"
#include "driver/Spawn.h"
#include "driver/cc/Processes.h"
#include "report/JsonParts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <fcntl.h>
#include <unistd.h>

namespace kasuri {
namespace {

namespace json = llvm::json;

json::Value toJson(const Program &program, const SourceLocation &place) {
  return json::Object{{"path", utf8(pathOf(program, place))},
                      {"line", static_cast<int64_t>(place.line)},
                      {"column", static_cast<int64_t>(place.column)}};
}

json::Value toJson(const FixIt &fixIt) {
  json::Array edits;
  for (const FileEdit &each : fixIt.edits)
    edits.push_back(json::Object{{"offset", static_cast<int64_t>(each.offset)},
                                 {"length", static_cast<int64_t>(each.length)},
                                 {"text", each.text}});
  return json::Object{{"title", utf8(fixIt.title)},
                      {"promise", fixIt.isPromise},
                      {"loopOffset", static_cast<int64_t>(fixIt.loopOffset)},
                      {"loopBytes", static_cast<int64_t>(fixIt.loopBytes)},
                      {"edits", std::move(edits)}};
}

/// JSON has no other text than UTF-8, and an edit must not change what it moves.
bool isText(const FixIt &fixIt) {
  return llvm::all_of(fixIt.edits, [](const FileEdit &each) { return json::isUTF8(each.text); });
}

json::Value toJson(const Program &program, const Remark &remark) {
  json::Array notes, fixIts;
  for (const Remark::Note &each : remark.notes)
    notes.push_back(
        json::Object{{"place", toJson(program, each.location)}, {"text", utf8(each.text)}});
  for (const FixIt &each : remark.fixIts)
    if (isText(each))
      fixIts.push_back(toJson(each));
  return json::Object{{"missed", remark.group == Remark::Group::Missed},
                      {"place", toJson(program, remark.location)},
                      {"text", utf8(remark.text)},
                      {"kind", remark.kind},
                      {"notes", std::move(notes)},
                      {"fixIts", std::move(fixIts)}};
}

json::Value toJson(const Inspection &found, const LoopFinding &loop) {
  const RegionCost &cost = found.cost.of(loop.loop);
  auto number = [](double value) { return std::isfinite(value) ? value : 0; };
  return json::Object{{"place", toJson(found.program, locationOf(found.program, loop.loop))},
                      {"verdict", json::fixUTF8(std::string(name(loop.verdict)))},
                      {"planned", loop.isPlanned},
                      {"ns", number(cost.perExecutionNs)},
                      {"share", number(std::min(1.0, found.cost.shareOf(loop.loop)))},
                      {"trips", number(cost.trips)}};
}

json::Value toJson(const Inspection &found) {
  json::Array remarks, loops;
  for (const Remark &each : found.remarks)
    remarks.push_back(toJson(found.program, each));
  for (const LoopFinding &each : found.findings.loops)
    loops.push_back(toJson(found, each));
  return json::Object{{"remarks", std::move(remarks)}, {"loops", std::move(loops)}};
}

} // namespace

// Found by the types of their arguments, so not in the namespace without a name.
static bool fromJSON(const json::Value &value, AnalyzedPlace &place, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("path", place.path) && map.map("line", place.line) &&
         map.map("column", place.column);
}

static bool fromJSON(const json::Value &value, AnalyzedNote &note, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("place", note.place) && map.map("text", note.text);
}

static bool fromJSON(const json::Value &value, AnalyzedEdit &edit, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("offset", edit.offset) && map.map("length", edit.length) &&
         map.map("text", edit.text);
}

static bool fromJSON(const json::Value &value, AnalyzedFixIt &fixIt, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("title", fixIt.title) && map.map("promise", fixIt.isPromise) &&
         map.map("loopOffset", fixIt.loopOffset) && map.map("loopBytes", fixIt.loopBytes) &&
         map.map("edits", fixIt.edits);
}

static bool fromJSON(const json::Value &value, AnalyzedRemark &remark, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("missed", remark.isMissed) && map.map("place", remark.place) &&
         map.map("text", remark.text) && map.map("kind", remark.kind) &&
         map.map("notes", remark.notes) && map.map("fixIts", remark.fixIts);
}

static bool fromJSON(const json::Value &value, AnalyzedLoop &loop, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("place", loop.place) && map.map("verdict", loop.verdict) &&
         map.map("planned", loop.isPlanned) && map.map("ns", loop.ns) &&
         map.map("share", loop.share) && map.map("trips", loop.trips);
}

static bool fromJSON(const json::Value &value, Analysis &analysis, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("remarks", analysis.remarks) && map.map("loops", analysis.loops);
}

namespace {

void writeAll(int descriptor, llvm::StringRef text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno != EINTR)
      return;
    text = text.drop_front(written > 0 ? static_cast<size_t>(written) : 0);
  }
}

/// The child's part; whether there is a result.
bool runAnalysis(Options options, const Installation &installation, const Continuation &goOn,
                 int output) {
  options.quiet = true;
  options.remarks = options.missedRemarks = options.analysisRemarks = false;
  options.showCompileCommand = false;
  options.outputPaths.clear();
  options.reportDirectory.clear();
  options.claimsPath.clear();
  options.dumps.clear();
  std::string result;
  const Observers observers = {.inspect = [&](const Inspection &found) {
    llvm::raw_string_ostream(result) << toJson(found);
  }};
  const int status = goOn ? goOn(options, observers) : compile(options, installation, observers);
  if (status == exitDone)
    writeAll(output, result + "\n");
  return status == exitDone;
}

} // namespace

AnalysisChild startAnalysis(llvm::function_ref<std::optional<Options>()> makeOptions,
                            const Installation &installation, bool isSilent,
                            llvm::function_ref<std::string(const Options &)> more,
                            const Continuation &goOn) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return {};
  llvm::outs().flush();
  const pid_t child = fork();
  if (child != 0) {
    close(ends[1]);
    if (child > 0)
      return {child, ends[0]};
    close(ends[0]);
    return {};
  }
  if (redirect(STDIN_FILENO, "/dev/null", O_RDONLY) &&
      redirect(STDOUT_FILENO, "/dev/null", O_WRONLY) &&
      (!isSilent || redirect(STDERR_FILENO, "/dev/null", O_WRONLY)))
    if (std::optional<Options> options = makeOptions())
      if (runAnalysis(*options, installation, goOn, ends[1]) && more)
        writeAll(ends[1], more(*options));
  _exit(exitDone);
}

std::optional<Analysis> readAnalysis(llvm::StringRef output) {
  llvm::Expected<json::Value> value = json::parse(output);
  if (!value) {
    llvm::consumeError(value.takeError());
    return std::nullopt;
  }
  Analysis analysis;
  json::Path::Root root;
  return fromJSON(*value, analysis, root) ? std::optional(std::move(analysis)) : std::nullopt;
}

std::optional<Analysis> analyze(const Options &options, const Installation &installation,
                                bool isSilent, const Continuation &goOn) {
  const AnalysisChild child =
      startAnalysis([&] { return options; }, installation, isSilent, nullptr, goOn);
  if (child.process < 0)
    return std::nullopt;
  std::string output;
  char buffer[1 << 14];
  for (ssize_t bytes; (bytes = ::read(child.output, buffer, sizeof buffer)) != 0;) {
    if (bytes > 0)
      output.append(buffer, static_cast<size_t>(bytes));
    else if (errno != EINTR)
      break;
  }
  close(child.output);
  finishCommand(child.process);
  return readAnalysis(output);
}

} // namespace kasuri
