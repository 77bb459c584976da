#include "driver/lsp/Server.h"

#include "driver/Exit.h"
#include "driver/cc/Processes.h"
#include "driver/editing/HelpfulFixIts.h"
#include "driver/lsp/Addressed.h"
#include "driver/lsp/Document.h"
#include "driver/lsp/EventInput.h"
#include "driver/lsp/ProgramOf.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <unistd.h>

namespace kasuri {
namespace {

namespace json = llvm::json;
namespace lsp = llvm::lsp;

using Clock = std::chrono::steady_clock;
using Reply = lsp::Callback<json::Value>;

constexpr std::chrono::milliseconds pauseInTyping(250);
constexpr int milliPerSecond = 1000;

/// An analysis that runs.
struct Running {
  std::string path; ///< "": none runs
  AnalysisChild child;
  std::string output;
  bool isAlone = true;           ///< the source is all of the program
  std::optional<Analysis> found; ///< whose fix-its are being tried
  Clock::time_point end;
};

class Server {
public:
  explicit Server(const ServerOptions &options)
      : options(options), installation(findInstallation(options.program.c_str())),
        transport(std::make_unique<EventInput>(
                      Events{[this] { return running.child.output; }, [this] { read(); },
                             [this] { return millisecondsLeft(); }, [this] { proceed(); }}),
                  llvm::outs()),
        handler(transport),
        publish(handler.outgoingNotification<json::Value>("textDocument/publishDiagnostics")) {
    handler.method("initialize", this, &Server::initialize);
    handler.notification("initialized", this, &Server::ignore);
    handler.method("shutdown", this, &Server::shutdown);
    handler.notification("textDocument/didOpen", this, &Server::open);
    handler.notification("textDocument/didChange", this, &Server::change);
    handler.notification("textDocument/didSave", this, &Server::save);
    handler.notification("textDocument/didClose", this, &Server::close);
    handler.method("textDocument/hover", this, &Server::hover);
    handler.method("textDocument/codeAction", this, &Server::codeAction);
  }

  int run() {
    llvm::consumeError(transport.run(handler));
    stop();
    return isShutDown ? exitDone : exitInput;
  }

private:
  const ServerOptions options;
  const Installation installation;
  std::map<std::string, Document> documents; ///< open ones, by path
  std::vector<std::string> waiting;          ///< for their analysis; the next one is first
  std::vector<std::string> tooLong;          ///< as part of their programs
  Clock::time_point quietFrom;
  Running running;
  bool isShutDown = false;
  lsp::JSONTransport transport;
  lsp::MessageHandler handler;
  lsp::OutgoingNotification<json::Value> publish;

  void ignore(const lsp::InitializedParams &) {}

  void initialize(const lsp::InitializeParams &, Reply reply) {
    reply(json::Object{
        {"capabilities",
         json::Object{
             {"textDocumentSync",
              json::Object{{"openClose", true},
                           {"change", static_cast<int>(lsp::TextDocumentSyncKind::Full)},
                           {"save", true}}},
             {"hoverProvider", true},
             {"codeActionProvider", json::Object{{"codeActionKinds", json::Array{"quickfix"}}}}}},
        {"serverInfo", json::Object{{"name", "kasuri"}}}});
  }

  void shutdown(const lsp::NoParams &, Reply reply) {
    isShutDown = true;
    stop();
    waiting.clear();
    reply(nullptr);
  }

  void open(const Addressed<lsp::DidOpenTextDocumentParams> &message) {
    const lsp::TextDocumentItem &item = message.params.textDocument;
    const std::string path = item.uri.file().str();
    documents[path] = Document{path, message.uri, item.text, item.version, {}, ""};
    request(path);
  }

  /// The whole text, as the capabilities ask for it.
  void change(const Addressed<lsp::DidChangeTextDocumentParams> &message) {
    const lsp::DidChangeTextDocumentParams &params = message.params;
    auto document = documents.find(params.textDocument.uri.file().str());
    if (document == documents.end() || params.contentChanges.empty() ||
        params.contentChanges.back().range)
      return;
    document->second.text = params.contentChanges.back().text;
    document->second.version = params.textDocument.version;
    request(document->first);
  }

  void save(const Addressed<lsp::DidCloseTextDocumentParams> &message) {
    const std::string path = message.params.textDocument.uri.file().str();
    tooLong.clear();
    for (const auto &[other, document] : documents) // a header, or the database, may have changed
      request(other);
    if (documents.contains(path))
      request(path);
  }

  void close(const Addressed<lsp::DidCloseTextDocumentParams> &message) {
    const std::string path = message.params.textDocument.uri.file().str();
    auto document = documents.find(path);
    if (document == documents.end())
      return;
    document->second.analysis = {};
    show(document->second);
    documents.erase(document);
    llvm::erase(waiting, path);
    if (running.path == path)
      stop();
  }

  void hover(const Addressed<lsp::TextDocumentPositionParams> &message, Reply reply) {
    const Document *document = find(message.params.textDocument);
    reply(document ? hoverAt(*document, message.params.position, installation.documentation)
                   : nullptr);
  }

  void codeAction(const Addressed<lsp::CodeActionParams> &message, Reply reply) {
    const Document *document = find(message.params.textDocument);
    reply(document ? actionsIn(*document, message.params.range) : json::Array());
  }

  const Document *find(const lsp::TextDocumentIdentifier &identifier) const {
    auto found = documents.find(identifier.uri.file().str());
    return found == documents.end() ? nullptr : &found->second;
  }

  void show(const Document &document) {
    publish(diagnosticsOf(
        document, [this](const std::string &path) { return textOf(path); },
        installation.documentation));
  }

  std::string textOf(const std::string &path) const {
    auto open = documents.find(path);
    return open == documents.end() ? contentsOf(path) : open->second.text;
  }

  /// Next, when the typing pauses. What runs may be about a text that has changed.
  void request(const std::string &path) {
    if (!running.path.empty()) {
      const std::string ended = running.path;
      stop();
      if (ended != path && !llvm::is_contained(waiting, ended))
        waiting.insert(waiting.begin(), ended);
    }
    llvm::erase(waiting, path);
    waiting.insert(waiting.begin(), path);
    quietFrom = Clock::now() + pauseInTyping;
  }

  void start(const std::string &path) {
    const std::string database =
        options.buildDirectory.empty() ? findDatabase(path) : options.buildDirectory;
    SourceTexts texts;
    for (const auto &[other, document] : documents)
      texts[other] = document.text;
    const bool isTooLong = llvm::is_contained(tooLong, path);
    const ProgramWords program = isTooLong ? aloneWords(path, database) : programOf(path, database);
    const auto tryFixIts = [&](const Options &its) {
      return toText(
          helpfulFixIts(its, installation, [&](const std::string &file) { return file == path; }));
    };
    running = {
        path,
        startAnalysis([&] { return optionsFor(program, texts); }, installation, true, tryFixIts),
        "",
        program.isAlone,
        std::nullopt,
        Clock::now() +
            std::chrono::milliseconds(static_cast<int64_t>(options.limitSeconds * milliPerSecond))};
    if (running.child.process > 0)
      setpgid(running.child.process, running.child.process); // its compilers end with it
    else
      running = {};
  }

  /// In the child.
  std::optional<Options> optionsFor(const ProgramWords &program, const SourceTexts &texts) const {
    std::vector<std::string> words = {options.program, "-Rkasuri-missed"};
    words.insert(words.end(), options.planning.begin(), options.planning.end());
    words.insert(words.end(), program.words.begin(), program.words.end());
    words.emplace_back("--");
    words.insert(words.end(), options.flags.begin(), options.flags.end());
    auto parsed = parseOptions(words, texts);
    if (!std::holds_alternative<Options>(parsed))
      return std::nullopt;
    return std::get<Options>(std::move(parsed));
  }

  void read() {
    char buffer[1 << 16];
    const ssize_t bytes = ::read(running.child.output, buffer, sizeof buffer);
    if (bytes > 0)
      running.output.append(buffer, static_cast<size_t>(bytes));
    else if (bytes == 0 || errno != EINTR)
      return finish();
    showFirst();
  }

  /// The diagnostics, as soon as the child has written its first line. It goes on with the fix-its.
  void showFirst() {
    const size_t end = running.output.find('\n');
    if (running.found || end == std::string::npos)
      return;
    running.found = readAnalysis(llvm::StringRef(running.output).take_front(end));
    if (running.found)
      settle(documents.at(running.path), *running.found, {});
  }

  void finish() {
    const Running done = std::exchange(running, {});
    ::close(done.child.output);
    finishCommand(done.child.process);
    auto document = documents.find(done.path);
    if (document == documents.end())
      return;
    if (!done.found && !done.isAlone)
      return retryAlone(done.path); // what the project has beside it may not fit together
    const std::set<HelpfulFixIt> helpful =
        helpfulFromText(llvm::StringRef(done.output).split('\n').second);
    if (!done.found || !helpful.empty())
      settle(document->second, done.found.value_or(Analysis()), helpful);
  }

  void settle(Document &document, Analysis found, const std::set<HelpfulFixIt> &helpful) {
    for (AnalyzedRemark &remark : found.remarks)
      llvm::erase_if(remark.fixIts, [&](const AnalyzedFixIt &each) {
        return !helpful.contains(
            {remark.place.path, remark.place.line, remark.place.column, each.title});
      });
    document.analysis = std::move(found);
    document.analyzedText = document.text;
    document.analyzedVersion = document.version;
    show(document);
  }

  void retryAlone(const std::string &path) {
    tooLong.push_back(path);
    waiting.insert(waiting.begin(), path);
  }

  void stop() {
    if (running.path.empty())
      return;
    kill(-running.child.process, SIGKILL);
    kill(running.child.process, SIGKILL);
    ::close(running.child.output);
    finishCommand(running.child.process);
    running = {};
  }

  int millisecondsLeft() const {
    if (running.path.empty() && waiting.empty())
      return -1;
    const Clock::time_point due = running.path.empty() ? quietFrom : running.end;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(due - Clock::now()).count();
    return static_cast<int>(std::clamp<int64_t>(left, 0, milliPerSecond));
  }

  void proceed() {
    if (!running.path.empty() && Clock::now() >= running.end) {
      const Running late = running;
      stop();
      if (!late.found && !late.isAlone)
        retryAlone(late.path);
      else if (!late.found)
        settle(documents.at(late.path), {}, {});
    }
    if (!running.path.empty() || waiting.empty() || Clock::now() < quietFrom)
      return;
    const std::string path = waiting.front();
    waiting.erase(waiting.begin());
    start(path);
  }
};

} // namespace

int runServer(const ServerOptions &options) {
  Server server(options);
  return server.run();
}

} // namespace kasuri
