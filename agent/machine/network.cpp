#include "agent/machine/network.h"

#include "protocol/system/file_descriptor.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>

namespace vow::agent {
namespace {

using Clock = std::chrono::steady_clock;

struct FreeFoundAddresses {
    void operator()(addrinfo* addresses) const { ::freeaddrinfo(addresses); }
};
using FoundAddresses = std::unique_ptr<addrinfo, FreeFoundAddresses>;

/// The addresses of a host, or the reason in `why_not`.
Answer<FoundAddresses>
addresses_of(const std::string& host, const char* port, int flags, int socket_type = SOCK_STREAM) {
    addrinfo wanted = {};
    wanted.ai_socktype = socket_type;
    wanted.ai_flags = flags;
    addrinfo* found = nullptr;
    const int error = ::getaddrinfo(host.c_str(), port, &wanted, &found);
    FoundAddresses addresses(found);
    if (error != 0) return {.why_not = ::gai_strerror(error)};
    return {.value = std::move(addresses)};
}

Answer<std::string> text_of(const addrinfo& address, int flags) {
    std::array<char, NI_MAXHOST> name = {};
    const int error = ::getnameinfo(
        address.ai_addr, address.ai_addrlen, name.data(), name.size(), nullptr, 0, flags
    );
    if (error != 0) return {.why_not = ::gai_strerror(error)};
    return {.value = name.data()};
}

/// A connection that is being made or used. Its members return 0 or the number of an error.
class Connection {
public:
    Connection(const Stop& stop, std::chrono::seconds limit)
        : stop_(stop),
          end_(Clock::now() + limit) {}

    int open(const addrinfo& address) {
        constexpr int flags = SOCK_NONBLOCK | SOCK_CLOEXEC;
        socket_ = FileDescriptor(::socket(address.ai_family, address.ai_socktype | flags, 0));
        if (!socket_) return errno;
        if (::connect(socket_.number(), address.ai_addr, address.ai_addrlen) == 0) return 0;
        if (errno != EINPROGRESS) return errno;
        if (const int error = wait_for(POLLOUT); error != 0) return error;
        int error = 0;
        socklen_t size = sizeof error;
        ::getsockopt(socket_.number(), SOL_SOCKET, SO_ERROR, &error, &size);
        return error;
    }

    int send(std::string_view bytes) {
        while (!bytes.empty()) {
            if (const int error = wait_for(POLLOUT); error != 0) return error;
            const auto count = ::send(socket_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (count < 0 && errno != EAGAIN) return errno;
            if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
        }
        return 0;
    }

    Answer<std::string> receive(std::size_t most) {
        if (const int error = wait_for(POLLIN); error != 0) return {.why_not = ::strerror(error)};
        std::string reply(most, '\0');
        const auto count = ::recv(socket_.number(), reply.data(), reply.size(), 0);
        if (count < 0) return {.why_not = ::strerror(errno)};
        reply.resize(static_cast<std::size_t>(count));
        return {.value = std::move(reply)};
    }

private:
    /// Looks for a stop of the run several times a second.
    int wait_for(short event) {
        constexpr int look_again = 200; // milliseconds
        pollfd watched = {socket_.number(), event, 0};
        while (Clock::now() < end_ && stop_.signal() == 0) {
            const int ready = ::poll(&watched, 1, look_again);
            if (ready > 0) return 0;
            if (ready < 0 && errno != EINTR) return errno;
        }
        return stop_.signal() == 0 ? ETIMEDOUT : EINTR;
    }

    const Stop& stop_;
    Clock::time_point end_;
    FileDescriptor socket_;
};

} // namespace

Answer<std::string> MachineNetwork::address_of(const std::string& host) {
    const auto addresses = addresses_of(host, nullptr, 0);
    if (!addresses) return {.why_not = addresses.why_not};
    return text_of(**addresses, NI_NUMERICHOST);
}

Answer<std::string> MachineNetwork::name_of(const std::string& address) {
    const auto addresses = addresses_of(address, nullptr, AI_NUMERICHOST);
    if (!addresses) return {.why_not = addresses.why_not};
    return text_of(**addresses, NI_NAMEREQD);
}

Answer<std::string> MachineNetwork::exchange(const TcpExchange& exchange) {
    const auto addresses = addresses_of(exchange.host, exchange.port.c_str(), 0);
    if (!addresses) return {.why_not = addresses.why_not};
    int error = 0;
    for (const addrinfo* each = addresses->get(); each != nullptr; each = each->ai_next) {
        Connection connection(stop_, exchange.limit);
        error = connection.open(*each);
        if (error != 0) continue;
        error = connection.send(exchange.query);
        if (error != 0) break;
        if (exchange.max_bytes == 0) return {.value = std::string()};
        return connection.receive(exchange.max_bytes);
    }
    return {.why_not = ::strerror(error)};
}

std::optional<std::string> MachineNetwork::send_datagram(
    const std::string& host, const std::string& port, const std::string& text
) {
    const auto addresses = addresses_of(host, port.c_str(), 0, SOCK_DGRAM);
    if (!addresses) return addresses.why_not;
    int error = 0;
    for (const addrinfo* each = addresses->get(); each != nullptr; each = each->ai_next) {
        const FileDescriptor socket(::socket(each->ai_family, SOCK_DGRAM | SOCK_CLOEXEC, 0));
        const auto sent =
            ::sendto(socket.number(), text.data(), text.size(), 0, each->ai_addr, each->ai_addrlen);
        if (sent >= 0) return std::nullopt;
        error = errno;
    }
    return ::strerror(error);
}

} // namespace vow::agent
