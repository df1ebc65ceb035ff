#pragma once

#include "policy/run/host.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace vow {

/// A TCP server, and what to exchange with it.
struct TcpExchange {
    std::string host; ///< a name or an address
    std::string port; ///< a number or the name of a service
    std::string query = {};
    std::size_t max_bytes = 0;      ///< of the reply; 0: none is waited for
    std::chrono::seconds limit{30}; ///< for the connection, and again for the reply
};

struct WebRequest {
    std::string url; ///< file, ftp, ftps, http or https
    std::vector<std::string> headers = {};
    std::string referer = {};
    std::string user_agent = {};
    std::chrono::seconds limit{3};
    std::size_t max_content = 4096; ///< bytes
    enum class Excess {
        dropped, ///< the transfer goes on to its end
        refused  ///< it ends, with an error
    };
    Excess excess = Excess::dropped; ///< the treatment of the rest
    std::string authorities = {};    ///< file of certificates to trust; empty: those of the system
    std::size_t max_headers = 4096;
    bool headers_in_content = false;
};

struct WebReply {
    long status = 0;        ///< of HTTP; 0 for other protocols
    int error = 0;          ///< libcurl's number; 0: success
    std::string error_text; ///< empty for success
    std::string content = {};
    std::string headers = {};
};

/// Everything that evaluation may request of other hosts. Tests use a fake.
class Network {
public:
    virtual ~Network() = default;

    /// The first address of a host.
    virtual Answer<std::string> address_of(const std::string& host) = 0;
    virtual Answer<std::string> name_of(const std::string& address) = 0;
    /// Connects, sends the query, and returns the first piece of the reply.
    virtual Answer<std::string> exchange(const TcpExchange& exchange) = 0;
    /// The reason is for a request that could not be made at all.
    virtual Answer<WebReply> get(const WebRequest& request) = 0;
    /// Sends one UDP datagram, which may get lost. Returns the reason of a failure.
    virtual std::optional<std::string>
    send_datagram(const std::string& host, const std::string& port, const std::string& text) = 0;
};

} // namespace vow
