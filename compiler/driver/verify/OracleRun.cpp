#include "driver/verify/OracleRun.h"

#include "support/CheckedJson.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <unistd.h>

namespace kasuri {
namespace {

namespace fs = llvm::sys::fs;
namespace json = llvm::json;
namespace path = llvm::sys::path;

constexpr unsigned slowerWatched = 20; ///< how much longer an instrumented run may take

/// The script of an installation, or of the source tree that a build folder is in; "": neither.
std::string findScript(const Installation &installation) {
  const llvm::StringRef root = path::parent_path(installation.libraryDirectory);
  for (const std::string &each :
       {(root + "/share/kasuri/ks-oracle/ks-oracle").str(),
        (path::parent_path(root) + "/runtime/tools/ks-oracle/ks-oracle").str()})
    if (fs::exists(each))
      return each;
  return "";
}

bool isForLinking(llvm::StringRef flag) {
  return flag.starts_with("-l") || flag.starts_with("-L") || flag.starts_with("-Wl,") ||
         flag.ends_with(".a") || flag.ends_with(".o") || flag.ends_with(".so");
}

/// The user's flags of one kind, as sh would take them.
std::string flagText(const std::vector<std::string> &flags, bool forLinking) {
  std::string text;
  for (const std::string &each : flags)
    if (isForLinking(each) == forLinking)
      text += (text.empty() ? "" : " ") + quoted(each);
  return text;
}

std::vector<std::string> environmentFor(const VerifyRequest &request,
                                        const Installation &installation) {
  std::vector<std::string> all;
  for (char **each = environ; *each; ++each)
    if (const llvm::StringRef variable = *each;
        !variable.starts_with("KASURI") && !variable.starts_with("ORACLE_"))
      all.push_back(variable.str());
  const std::string kasuri =
      (path::parent_path(installation.libraryDirectory) + "/bin/kasuri").str();
  all.push_back("KASURI=" + kasuri);
  all.push_back("CFLAGS=-std=gnu17 " + flagText(request.flags, /*forLinking=*/false));
  all.push_back("LIBS=" + flagText(request.flags, /*forLinking=*/true));
  all.push_back("ORACLE_TIMEOUT=" + std::to_string(request.limitSeconds * slowerWatched));
  return all;
}

OracleLoop readLoop(const json::Object &object) {
  OracleLoop loop{.place = object.getString("place").value_or("").str(),
                  .isParallel = object.getBoolean("parallel").value_or(false),
                  .entered = object.getInteger("entered").value_or(0),
                  .iterations = object.getInteger("iterations").value_or(0)};
  if (const json::Array *conflicts = object.getArray("conflicts"))
    for (const json::Value &each : *conflicts)
      if (const json::Object *its = each.getAsObject())
        loop.conflicts.push_back({.kind = its->getString("kind").value_or("").str(),
                                  .earlier = its->getString("earlier").value_or("").str(),
                                  .later = its->getString("later").value_or("").str(),
                                  .variable = its->getString("variable").value_or("").str(),
                                  .claim = its->getString("claim").value_or("none").str()});
  return loop;
}

/// The script's result; its messages if it did not produce one.
OracleResult readResult(const std::string &answer, const std::string &log) {
  OracleResult result;
  llvm::Expected<json::Value> value = parseJson(textOf(answer));
  const json::Object *object = value ? value->getAsObject() : nullptr;
  if (!object) {
    llvm::consumeError(value.takeError());
    result.problem = llvm::StringRef(textOf(log)).trim().str();
    if (result.problem.empty())
      result.problem = "ks-oracle says nothing";
    return result;
  }
  result.iterations = object->getInteger("iterations").value_or(0);
  result.layers = object->getInteger("layers").value_or(0);
  if (const json::Array *faults = object->getArray("faults"))
    for (const json::Value &each : *faults)
      result.faults.push_back(each.getAsString().value_or("").str());
  if (object->getBoolean("late").value_or(false) && result.faults.empty())
    return OracleResult{.problem = "it takes longer than twenty times --timeout"};
  if (const json::Array *loops = object->getArray("loops"))
    for (const json::Value &each : *loops)
      if (const json::Object *loop = each.getAsObject())
        result.loops.push_back(readLoop(*loop));
  return result;
}

OracleResult runOnce(const VerifyRequest &request, const Installation &installation,
                     const std::string &command, const std::string &folder) {
  if (request.hasBuildDirectory)
    return OracleResult{.problem = "the oracle compiles all sources with the flags behind --, and "
                                   "-p gives each its own"};
  const std::string script = findScript(installation);
  llvm::ErrorOr<std::string> python = llvm::sys::findProgramByName("python3");
  if (script.empty() || !python)
    return OracleResult{.problem = script.empty() ? "ks-oracle is not installed with this kasuri"
                                                  : "there is no python3"};
  (void)fs::create_directories(folder);
  const std::string answer = folder + "/found.json", log = folder + "/log";
  std::vector<std::string> words = {"python3", script, "--run=" + command,
                                    "--inputs=" + request.directory, "--json=" + answer};
  if (!request.oracleLoop.empty())
    words.insert(words.end(), {"--loops", "--loop=" + request.oracleLoop});
  if (!request.assumptions.empty())
    words.push_back("--assume=" + request.assumptions);
  for (const SourceInput &each : request.options.inputs)
    words.push_back(each.path);
  const std::vector<std::string> variables = environmentFor(request, installation);
  const llvm::SmallVector<llvm::StringRef> arguments(words.begin(), words.end()),
      environment(variables.begin(), variables.end());
  llvm::sys::ExecuteAndWait(*python, arguments, llvm::ArrayRef<llvm::StringRef>(environment),
                            {llvm::StringRef(""), log, log});
  return readResult(answer, log);
}

} // namespace

bool isOracleWanted(const VerifyRequest &request, const Builds &builds) {
  const bool hasPromises = !builds.promises.empty() || !request.assumptions.empty();
  return request.oracle == OracleWish::Always || (request.oracle == OracleWish::ForPromises &&
                                                  hasPromises && request.parallelDirectory.empty());
}

std::vector<OracleResult> runOracle(const VerifyRequest &request, const Installation &installation,
                                    const std::string &root) {
  std::vector<OracleResult> results;
  for (const std::string &command : request.commands)
    results.push_back(runOnce(request, installation, command,
                              root + "/oracle/" + std::to_string(results.size() + 1)));
  return results;
}

} // namespace kasuri
