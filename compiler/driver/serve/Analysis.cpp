#include "driver/serve/Analysis.h"

#include "driver/Exit.h"
#include "driver/Spawn.h"
#include "driver/cc/Processes.h"
#include "driver/serve/AllowedFlags.h"
#include "driver/serve/AllowedSource.h"
#include "driver/serve/Messages.h"
#include "support/CheckedJson.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace kasuri {
namespace {

namespace json = llvm::json;

constexpr size_t mostPrintedBytes = size_t(256) << 10;
constexpr int cannotStart = 127;
constexpr unsigned shownCores = 16; ///< for which the page can show schedules

std::vector<std::string> commandFor(const std::string &program, const AllowedFlags &flags) {
  std::vector<std::string> words = {program,
                                    "-o",
                                    "out",
                                    "--report=report",
                                    "-Rkasuri",
                                    "-Rkasuri-missed",
                                    "-Rkasuri-analysis",
                                    "--cores=" + std::to_string(shownCores)};
  if (llvm::any_of(flags.forKasuri,
                   [](llvm::StringRef each) { return each.starts_with("--cores="); }))
    words.pop_back();
  words.insert(words.end(), flags.forKasuri.begin(), flags.forKasuri.end());
  words.insert(words.end(), {playgroundSource, "--"});
  words.insert(words.end(), flags.forCompiler.begin(), flags.forCompiler.end());
  return words;
}

std::vector<std::string> environmentIn(const std::string &folder) {
  std::vector<std::string> all = {"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C",
                                  "TMPDIR=" + folder, "HOME=" + folder};
  if (const char *machine = std::getenv("KASURI_HOST_MACHINE"))
    all.push_back(std::string("KASURI_HOST_MACHINE=") + machine);
  return all;
}

[[noreturn]] void become(const Sandbox &sandbox, int printing, char *const *words,
                         char *const *environment) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE})
    std::signal(signal, SIG_DFL);
  if (chdir(sandbox.folder.c_str()) == 0 && redirect(STDIN_FILENO, "/dev/null", O_RDONLY) &&
      redirect(STDOUT_FILENO, "/dev/null", O_WRONLY) &&
      dup2(printing, STDERR_FILENO) == STDERR_FILENO && confine(sandbox))
    execve(words[0], words, environment);
  _exit(cannotStart);
}

/// Why there is no result; "" if the analysis says it itself.
std::string endText(int waitStatus, bool isLate, const Limits &limits) {
  if (isLate)
    return "the analysis took longer than " + std::to_string(limits.seconds) + " s";
  if (WIFSIGNALED(waitStatus) || WEXITSTATUS(waitStatus) == exitInternal)
    return "the analysis ended unexpectedly, perhaps because it needs more than " +
           std::to_string(limits.megabytes) + " MB of memory";
  return WEXITSTATUS(waitStatus) == cannotStart ? "the analysis could not be started" : "";
}

} // namespace

std::variant<AnalysisWish, std::string> readWish(std::string_view text) {
  llvm::Expected<json::Value> value = parseJson(text);
  if (!value)
    return toString(value.takeError());
  std::string problem;
  const JsonCursor wish(*value, "request", problem);
  wish.isObjectOf({"page", "source", "flags"});
  AnalysisWish result{wish["page"].text().value_or("").str(),
                      wish["source"].text().value_or("").str(),
                      wish["flags"].text().value_or("").str()};
  if (!problem.empty())
    return problem;
  return result;
}

AnalysisRun::AnalysisRun(const Workshop &workshop, const AnalysisWish &wish, unsigned number)
    : workshop(workshop), folder(workshop.folder + "/" + std::to_string(number)) {
  if (auto problem = forbiddenIn(wish.source))
    refuse(problem->line, problem->column, problem->text);
  else
    start(wish);
}

AnalysisRun::~AnalysisRun() {
  stop();
  if (messages >= 0)
    close(messages);
  (void)llvm::sys::fs::remove_directories(folder);
}

void AnalysisRun::refuse(unsigned line, unsigned column, const std::string &text) {
  end = Clock::now();
  json::Array found;
  found.push_back(message(line, column, "error", text));
  refusalJson = llvm::formatv("{0}", json::Value(json::Object{{"status", exitInput},
                                                              {"messages", std::move(found)},
                                                              {"parallel", nullptr},
                                                              {"report", nullptr},
                                                              {"milliseconds", 0}}))
                    .str();
}

void AnalysisRun::start(const AnalysisWish &wish) {
  auto flags = allowedFlags(wish.flags);
  if (std::string *problem = std::get_if<std::string>(&flags))
    return refuse(0, 0, *problem);
  std::error_code error = llvm::sys::fs::create_directory(folder, /*IgnoreExisting=*/false);
  if (!error) {
    llvm::raw_fd_ostream source(folder + "/" + playgroundSource, error);
    source << wish.source;
  }
  int ends[2];
  if (error || pipe2(ends, O_CLOEXEC) != 0)
    return refuse(0, 0, "the analysis could not be started");
  messages = ends[0];
  fcntl(messages, F_SETFL, O_NONBLOCK);
  std::vector<std::string> words = commandFor(workshop.program, std::get<AllowedFlags>(flags));
  std::vector<std::string> environment = environmentIn(folder);
  const std::vector<char *> wordPointers = pointersTo(words),
                            environmentPointers = pointersTo(environment);
  const Sandbox sandbox{workshop.limits, folder, workshop.readable};
  process = fork();
  if (process == 0)
    become(sandbox, ends[1], wordPointers.data(), environmentPointers.data());
  close(ends[1]);
  if (process < 0)
    return refuse(0, 0, "the analysis could not be started");
  setpgid(process, process);
}

void AnalysisRun::readMessages() {
  char buffer[4096];
  ssize_t length;
  while ((length = read(messages, buffer, sizeof buffer)) > 0)
    printed.append(buffer,
                   std::min(static_cast<size_t>(length), mostPrintedBytes - printed.size()));
  if (length == 0) {
    close(messages);
    messages = -1;
  }
}

bool AnalysisRun::isOver() {
  if (process < 0)
    return true;
  siginfo_t over{};
  waitid(P_PID, static_cast<id_t>(process), &over, WEXITED | WNOHANG | WNOWAIT);
  const bool hasEnded = over.si_pid == process;
  if (!hasEnded && Clock::now() - begin < std::chrono::seconds(workshop.limits.seconds))
    return false;
  isLate = !hasEnded;
  if (messages >= 0)
    readMessages();
  stop();
  return true;
}

/// The group is killed before its leader is reaped: until then nobody else has its number.
void AnalysisRun::stop() {
  if (process < 0)
    return;
  end = Clock::now();
  kill(-process, SIGKILL);
  while (waitpid(process, &waitStatus, 0) < 0 && errno == EINTR)
    ;
  process = -1;
}

std::string AnalysisRun::answer() const {
  if (!refusalJson.empty())
    return refusalJson;
  json::Array found = messagesIn(printed);
  if (std::string text = endText(waitStatus, isLate, workshop.limits); !text.empty())
    found.push_back(message(0, 0, "error", text));
  const int status = WIFEXITED(waitStatus) ? WEXITSTATUS(waitStatus) : exitInternal;
  json::Object all{
      {"status", status},
      {"messages", std::move(found)},
      {"parallel", nullptr},
      {"report", nullptr},
      {"milliseconds", std::chrono::duration_cast<std::chrono::milliseconds>(end - begin).count()}};
  if (status == exitDone) {
    llvm::Expected<json::Value> report = parseJson(contentsOf(folder + "/report/report.json"));
    if (report)
      all["report"] = std::move(*report);
    else
      llvm::consumeError(report.takeError());
    all["parallel"] = json::fixUTF8(contentsOf(folder + "/out/" + playgroundSource));
  }
  return llvm::formatv("{0}", json::Value(std::move(all))).str();
}

} // namespace kasuri
