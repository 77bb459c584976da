#include "driver/serve/Connection.h"

#include <cerrno>
#include <sys/socket.h>
#include <unistd.h>

namespace kasuri {
namespace {

constexpr std::chrono::seconds timeToRead(10);  ///< for a whole request
constexpr std::chrono::seconds timeToWrite(10); ///< without any progress

bool isForLater() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

} // namespace

Connection::Connection(int socket) : descriptor(socket), deadline(Clock::now() + timeToRead) {}

Connection::~Connection() { close(descriptor); }

void Connection::receive(AccessKeys &access, const Pages &pages) {
  char buffer[16384];
  const ssize_t length = recv(descriptor, buffer, sizeof buffer, 0);
  if (length == 0 || (length < 0 && !isForLater())) {
    now = State::Closed;
    running.reset();
    return;
  }
  if (length < 0 || now != State::Reading)
    return; // after the request nothing is expected
  received.append(buffer, static_cast<size_t>(length));
  if (!request)
    readRequest(access, pages);
  if (request && now == State::Reading)
    readBody();
}

void Connection::readRequest(AccessKeys &access, const Pages &pages) {
  auto head = readHead(received);
  if (unsigned *status = std::get_if<unsigned>(&head))
    return refuse(*status);
  HttpRequest *whole = std::get_if<HttpRequest>(&head);
  if (!whole)
    return;
  auto wish = admit(*whole, access);
  if (HttpAnswer *no = std::get_if<HttpAnswer>(&wish))
    return answer(*no);
  request = std::move(*whole);
  grant(std::get<Wish>(wish), access, pages);
}

void Connection::grant(const Wish &wish, AccessKeys &access, const Pages &pages) {
  if (wish.kind == Wish::Kind::Page) {
    auto found = pages.find(wish.path);
    answer(found == pages.end() ? refusal(http::notFound) : found->second);
  } else if (wish.kind == Wish::Kind::Ticket) {
    access.ticket.clear();
    HttpAnswer there = refusal(http::seeOther);
    there.location = "/" + access.token + "/";
    answer(there);
  }
}

void Connection::readBody() {
  const llvm::StringRef body = llvm::StringRef(received).drop_front(request->headBytes);
  if (body.size() < request->bodyBytes)
    return;
  if (body.size() > request->bodyBytes)
    return refuse(http::malformed);
  auto wish = readWish(body);
  if (std::get_if<std::string>(&wish))
    return refuse(http::malformed);
  wanted = std::move(std::get<AnalysisWish>(wish));
  received.clear();
  now = State::Waiting;
}

void Connection::start(const Workshop &workshop, unsigned number) {
  running = std::make_unique<AnalysisRun>(workshop, *wanted, number);
  now = State::Running;
}

void Connection::finish() { answer({.type = "application/json", .body = running->answer()}); }

void Connection::refuse(unsigned status) { answer(refusal(status)); }

void Connection::answer(const HttpAnswer &answer) {
  toSend = textOf(answer);
  running.reset();
  now = State::Writing;
  deadline = Clock::now() + timeToWrite;
  send();
}

void Connection::send() {
  const ssize_t length =
      ::send(descriptor, toSend.data() + sent, toSend.size() - sent, MSG_NOSIGNAL);
  if (length < 0) {
    if (!isForLater())
      now = State::Closed;
    return;
  }
  sent += static_cast<size_t>(length);
  deadline = Clock::now() + timeToWrite;
  if (sent < toSend.size())
    return;
  // What the client still sends is taken and thrown away, so that it gets to read the answer: a
  // socket that is closed with bytes unread resets the connection.
  shutdown(descriptor, SHUT_WR);
  sent = toSend.size();
  now = State::Closing;
}

void Connection::checkTime() {
  if (Clock::now() < deadline)
    return;
  if (now == State::Reading)
    refuse(http::tooSlow);
  else if (now == State::Writing || now == State::Closing)
    now = State::Closed;
}

} // namespace kasuri
