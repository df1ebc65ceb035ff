#pragma once

#include "policy/run/network.h"
#include "policy/run/world.h"

#include <chrono>
#include <string>
#include <vector>

namespace vow::agent {

/// The network of this machine. Every wait ends when the run is stopped.
class MachineNetwork : public Network {
public:
    explicit MachineNetwork(const Stop& stop) : stop_(stop) {}

    Answer<std::string> address_of(const std::string& host) override;
    Answer<std::string> name_of(const std::string& address) override;
    Answer<std::string> exchange(const TcpExchange& exchange) override;
    Answer<WebReply> get(const WebRequest& request) override;
    std::optional<std::string> send_datagram(
        const std::string& host, const std::string& port, const std::string& text
    ) override;

private:
    const Stop& stop_;
};

/// A document for a server.
struct WebPost {
    std::string url; ///< http or https
    std::string body = {};
    std::vector<std::string> headers = {}; ///< "Content-Type: application/json"
    std::string certificates = {}; ///< file of the authorities' certificates; empty: the system's
};

/// The answer to one.
struct PostResult {
    long status = 0;          ///< 0 without an answer
    std::string problem = {}; ///< why it was not accepted; empty if it was
};

/// Sends a document, and waits for the answer until `deadline`, at which the connection is given
/// up. A status of 200 to 299 means that it was accepted. It does not follow redirections.
PostResult send_post(const WebPost& post, std::chrono::steady_clock::time_point deadline);

} // namespace vow::agent
