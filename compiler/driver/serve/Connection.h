// One client: what it has sent, and what it gets.
#pragma once

#include "driver/serve/Access.h"
#include "driver/serve/Analysis.h"

#include <chrono>
#include <memory>
#include <optional>

namespace kasuri {

/// The answers by the path behind the token: "" is the playground.
using Pages = std::map<std::string, HttpAnswer>;

class Connection {
public:
  using Clock = std::chrono::steady_clock;
  enum class State : uint8_t { Reading, Waiting, Running, Writing, Closing, Closed };

  explicit Connection(int socket);
  ~Connection();
  Connection(const Connection &) = delete;
  Connection &operator=(const Connection &) = delete;

  int socket() const { return descriptor; }
  State state() const { return now; }
  AnalysisRun *analysis() const { return running.get(); }
  const AnalysisWish &wish() const { return *wanted; } ///< from Waiting on

  /// Takes what has come. A request that is whole is answered, or waits for its analysis.
  void receive(AccessKeys &access, const Pages &pages);
  /// Of a wish that waits.
  void start(const Workshop &workshop, unsigned number);
  /// Gives the client the result of the analysis.
  void finish();
  /// Ends what the client waits for, and tells it.
  void refuse(unsigned status);
  /// Sends as much as the socket takes.
  void send();
  /// Refuses what takes too long to come, and gives up what takes too long to go.
  void checkTime();

private:
  int descriptor;
  State now = State::Reading;
  Clock::time_point deadline;
  std::string received, toSend;
  size_t sent = 0;
  std::optional<HttpRequest> request; ///< admitted; its body may be on its way
  std::optional<AnalysisWish> wanted;
  std::unique_ptr<AnalysisRun> running;

  void answer(const HttpAnswer &answer);
  void readRequest(AccessKeys &access, const Pages &pages);
  void grant(const Wish &wish, AccessKeys &access, const Pages &pages);
  void readBody();
};

} // namespace kasuri
