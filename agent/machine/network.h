#pragma once

#include "policy/run/network.h"
#include "policy/run/world.h"

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

} // namespace vow::agent
