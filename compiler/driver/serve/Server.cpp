#include "driver/serve/Server.h"

#include "llvm/ADT/STLExtras.h"

#include <list>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace kasuri {
namespace {

using State = Connection::State;

constexpr size_t mostConnections = 64;
constexpr int tickMs = 50; ///< how often processes and times are looked at while there are any
constexpr int forever = -1;

class Loop {
public:
  Loop(int listening, int stopping, Service &service)
      : listening(listening), stopping(stopping), service(service) {}

  void run() {
    while (wait()) {
      for (size_t i = 0; i < watched.size(); ++i)
        handle(*watched[i], polled[firstConnection + 2 * i], polled[firstConnection + 2 * i + 1]);
      if (polled[0].revents)
        acceptSome();
      for (Connection &each : connections)
        if (each.state() == State::Running && each.analysis()->isOver())
          each.finish();
      startWaiting();
      for (Connection &each : connections)
        each.checkTime();
      connections.remove_if([](Connection &each) { return each.state() == State::Closed; });
    }
  }

private:
  static constexpr size_t firstConnection = 2; ///< of `polled`; each has two entries

  const int listening, stopping;
  Service &service;
  std::list<Connection> connections; ///< in the order in which they came
  std::vector<Connection *> watched;
  std::vector<pollfd> polled;
  unsigned analyses = 0;

  /// False when it is time to end.
  bool wait() {
    polled = {{listening, POLLIN, 0}, {stopping, POLLIN, 0}};
    watched.clear();
    for (Connection &each : connections) {
      watched.push_back(&each);
      const short events = each.state() == State::Writing ? POLLIN | POLLOUT : POLLIN;
      polled.push_back({each.socket(), events, 0});
      polled.push_back({each.analysis() ? each.analysis()->messagesDescriptor() : -1, POLLIN, 0});
    }
    poll(polled.data(), polled.size(), connections.empty() ? forever : tickMs);
    return polled[1].revents == 0;
  }

  void handle(Connection &connection, const pollfd &its, const pollfd &messages) {
    if (messages.revents && connection.analysis()) // a newer wish may have ended it just now
      connection.analysis()->readMessages();
    if (its.revents & (POLLIN | POLLHUP | POLLERR)) {
      const State before = connection.state();
      connection.receive(service.access, service.pages);
      if (before == State::Reading && connection.state() == State::Waiting)
        replaceOlder(connection);
    }
    if (connection.state() == State::Writing && (its.revents & POLLOUT))
      connection.send();
  }

  /// Those that want to connect, but not so many that the others have to wait.
  void acceptSome() {
    for (size_t i = 0; i < mostConnections; ++i) {
      const int socket = accept4(listening, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
      if (socket < 0)
        return;
      if (connections.size() < mostConnections)
        connections.emplace_back(socket);
      else
        turnAway(socket);
    }
  }

  /// What has been sent is read, since a socket that is closed with bytes unread loses the answer.
  static void turnAway(int socket) {
    char ignored[http::mostHeadBytes];
    [[maybe_unused]] const ssize_t length = recv(socket, ignored, sizeof ignored, 0);
    const std::string text = textOf(refusal(http::busy));
    ::send(socket, text.data(), text.size(), MSG_NOSIGNAL);
    shutdown(socket, SHUT_WR);
    close(socket);
  }

  void replaceOlder(const Connection &newer) {
    for (Connection &each : connections)
      if (&each != &newer && (each.state() == State::Waiting || each.state() == State::Running) &&
          each.wish().page == newer.wish().page)
        each.refuse(http::superseded);
  }

  void startWaiting() {
    auto running = static_cast<size_t>(llvm::count_if(
        connections, [](const Connection &each) { return each.state() == State::Running; }));
    for (Connection &each : connections)
      if (each.state() == State::Waiting && running < service.workshop.mostAtOnce) {
        each.start(service.workshop, analyses++);
        ++running;
      }
  }
};

} // namespace

void serve(int listening, int stopping, Service &service) {
  Loop(listening, stopping, service).run();
}

} // namespace kasuri
