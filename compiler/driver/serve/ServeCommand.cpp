#include "driver/serve/ServeCommand.h"

#include "driver/CommandLine.h"
#include "driver/Exit.h"
#include "driver/Layout.h"
#include "driver/serve/Page.h"
#include "driver/serve/Server.h"
#include "frontend/ResourceDirectory.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <arpa/inet.h>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace kasuri {
namespace {

namespace cl = llvm::cl;

constexpr unsigned mostPort = 65535;
constexpr unsigned mostSeconds = 3600;
constexpr unsigned leastMegabytes = 256, mostMegabytes = 1 << 20;
constexpr int waitingClients = 64;

struct CommandLine {
  cl::opt<unsigned> port{"port", cl::init(0), cl::value_desc("n"), cl::cat(ourOptions()),
                         cl::desc("Listen on port <n> of 127.0.0.1 (default: a free one)")};
  cl::opt<bool> keepsClosed{"no-open", cl::cat(ourOptions()),
                            cl::desc("Do not open the page in a browser")};
  cl::opt<unsigned> seconds{"time-limit", cl::init(10), cl::value_desc("s"), cl::cat(ourOptions()),
                            cl::desc("End an analysis after <s> seconds (default 10)")};
  cl::opt<unsigned> megabytes{
      "memory-limit", cl::init(4096), cl::value_desc("MB"), cl::cat(ourOptions()),
      cl::desc("Allow an analysis <MB> megabytes of address space (default 4096)")};
};

std::string wrongValue(const CommandLine &line) {
  if (line.port > mostPort)
    return "--port must be at most " + std::to_string(mostPort);
  if (line.seconds < 1 || line.seconds > mostSeconds)
    return "--time-limit must be between 1 and " + std::to_string(mostSeconds);
  if (line.megabytes < leastMegabytes || line.megabytes > mostMegabytes)
    return "--memory-limit must be between " + std::to_string(leastMegabytes) + " and " +
           std::to_string(mostMegabytes);
  return "";
}

/// A socket of this machine alone that listens, and its port; -1 where there is none to be had.
int listenOn(unsigned port, unsigned &chosen) {
  const int listening = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (listening < 0)
    return -1;
  const int yes = 1;
  setsockopt(listening, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  auto *its = reinterpret_cast<sockaddr *>(&address);
  if (bind(listening, its, length) != 0 || listen(listening, waitingClients) != 0 ||
      getsockname(listening, its, &length) != 0) {
    const int problem = errno;
    close(listening);
    errno = problem;
    return -1;
  }
  chosen = ntohs(address.sin_port);
  return listening;
}

int stopPipe[2];

/// Signals reach any thread; the loop sees them here.
void stopOnSignals() {
  struct sigaction action = {};
  action.sa_handler = [](int) {
    const char word = 0;
    [[maybe_unused]] const ssize_t written = write(stopPipe[1], &word, 1);
  };
  for (int signal : {SIGINT, SIGTERM, SIGHUP})
    sigaction(signal, &action, nullptr);
}

/// Nothing is left behind but by a signal that cannot be caught.
class PrivateFolder {
public:
  PrivateFolder() {
    const mode_t before = umask(S_IRWXG | S_IRWXO);
    error = llvm::sys::fs::createUniqueDirectory("kasuri-serve", path);
    umask(before);
  }
  ~PrivateFolder() {
    if (!error)
      (void)llvm::sys::fs::remove_directories(path);
  }
  PrivateFolder(const PrivateFolder &) = delete;
  PrivateFolder &operator=(const PrivateFolder &) = delete;

  std::error_code error;
  llvm::SmallString<128> path;
};

/// Other users see the words of commands, so the browser is given an address that works once.
void openBrowser(const std::string &address) {
  if (auto opener = llvm::sys::findProgramByName("xdg-open")) {
    const llvm::StringRef words[] = {*opener, address};
    const std::optional<llvm::StringRef> quiet[] = {llvm::StringRef(), llvm::StringRef(),
                                                    llvm::StringRef()};
    llvm::sys::ExecuteNoWait(*opener, words, std::nullopt, quiet);
  }
}

Service makeService(const CommandLine &line, const std::string &folder, const char *argv0) {
  static int anchor;
  const Installation installation = findInstallation(argv0);
  Service service;
  Workshop &workshop = service.workshop;
  workshop.program = llvm::sys::fs::getMainExecutable(argv0, &anchor);
  workshop.folder = folder;
  workshop.limits = {line.seconds, line.megabytes};
  workshop.mostAtOnce = std::max(1u, std::thread::hardware_concurrency() / 2);
  // The folder of an installation's headers is a link to theirs.
  workshop.readable = {workshop.program, installation.includeDirectory + "/kasuri",
                       installation.machineDirectory, findResourceDirectory()};
  if (const char *machine = std::getenv("KASURI_HOST_MACHINE"))
    workshop.readable.emplace_back(machine);
  service.access.token = makeToken();
  service.pages = makePages(installation.documentation, workshop.limits);
  return service;
}

/// Tells the user where the page is, and shows it.
void announce(AccessKeys &access, bool opensBrowser) {
  const std::string server = "http://127.0.0.1:" + std::to_string(access.port) + "/";
  llvm::outs() << "kasuri: the playground is at " << server << access.token << "/\n"
               << "kasuri: Ctrl-C ends it\n";
  llvm::outs().flush();
  if (!opensBrowser || !llvm::sys::Process::StandardOutIsDisplayed())
    return;
  access.ticket = makeToken();
  openBrowser(server + access.ticket);
}

int run(const CommandLine &line, const char *argv0) {
  PrivateFolder folder;
  if (folder.error)
    return fail(exitInput, "cannot create a temporary folder: " + folder.error.message());
  Service service = makeService(line, folder.path.str().str(), argv0);
  if (service.access.token.empty() || pipe2(stopPipe, O_CLOEXEC | O_NONBLOCK) != 0)
    return fail(exitInternal, std::string("cannot begin: ") + std::strerror(errno));
  const int listening = listenOn(line.port, service.access.port);
  if (listening < 0)
    return fail(exitInput, "cannot listen on port " + std::to_string(line.port) +
                               " of 127.0.0.1: " + std::strerror(errno));
  stopOnSignals();
  announce(service.access, !line.keepsClosed);
  serve(listening, stopPipe[0], service);
  close(listening);
  return exitDone;
}

} // namespace

int servePlayground(std::span<char *const> arguments) {
  removeForeignOptions();
  CommandLine line;
  std::vector<const char *> words(arguments.begin() + 1, arguments.end());
  words.front() = "kasuri serve";
  if (std::optional<int> status = parseArguments(
          words, "kasuri serve: open a page that shows what Kasuri makes of the C typed there\n"))
    return *status;
  if (std::string problem = wrongValue(line); !problem.empty())
    return failUsage(problem);
  return run(line, arguments.front());
}

} // namespace kasuri
