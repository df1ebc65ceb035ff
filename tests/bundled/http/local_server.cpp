#include "tests/bundled/http/local_server.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace vow::tests {
namespace {

/// The next bytes of a connection; false at its end.
bool read_more(int client, std::string& text) {
    std::array<char, 4096> buffer; // NOLINT(cppcoreguidelines-pro-type-member-init)
    const ssize_t count = ::recv(client, buffer.data(), buffer.size(), 0);
    if (count <= 0) return false;
    text.append(buffer.data(), static_cast<std::size_t>(count));
    return true;
}

ServedRequest read_request(int client) {
    ServedRequest request;
    std::string text;
    while (text.find("\r\n\r\n") == std::string::npos && read_more(client, text)) {
    }
    const std::size_t end = std::min(text.find("\r\n"), text.size());
    const std::size_t body = text.find("\r\n\r\n");
    request.line = text.substr(0, end);
    if (body == std::string::npos) return request;
    auto headers = modules::headers_from(text.substr(end + 2, body - end - 2));
    if (auto* read = std::get_if<modules::RequestHeaders>(&headers)) request.headers = *read;
    request.payload = text.substr(body + 4);
    const std::string length = request.header("Content-Length");
    const std::size_t wanted = length.empty() ? 0 : std::stoul(length);
    while (request.payload.size() < wanted && read_more(client, request.payload)) {
    }
    return request;
}

} // namespace

std::string ServedRequest::header(std::string_view name) const {
    const modules::RequestHeader* found = modules::find_header(headers, name);
    return found == nullptr ? std::string() : found->value;
}

LocalServer::LocalServer(Answer answer)
    : answer_(std::move(answer)),
      listening_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    ::setenv("no_proxy", "*", 1); // overrides the environment
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    REQUIRE(::bind(listening_, any, size) == 0);
    REQUIRE(::listen(listening_, 8) == 0);
    REQUIRE(::getsockname(listening_, any, &size) == 0);
    url_ = "http://127.0.0.1:" + std::to_string(ntohs(address.sin_port));
    thread_ = std::thread([this] { serve(); });
}

LocalServer::~LocalServer() {
    ::shutdown(listening_, SHUT_RDWR); // accept() ends
    thread_.join();
    ::close(listening_);
}

std::vector<ServedRequest> LocalServer::requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
}

void LocalServer::serve() {
    for (;;) {
        const int client = ::accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
        if (client < 0) return;
        serve(client);
        ::close(client);
    }
}

void LocalServer::serve(int client) {
    const ServedRequest request = read_request(client);
    {
        const std::lock_guard lock(mutex_);
        requests_.push_back(request);
    }
    const std::string answer = answer_(request);
    ::send(client, answer.data(), answer.size(), MSG_NOSIGNAL);
    ::shutdown(client, SHUT_WR);
}

std::string
answered(const std::string& status, const std::string& body, const std::string& headers) {
    return "HTTP/1.1 " + status + "\r\nConnection: close\r\n" + headers +
           "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

} // namespace vow::tests
