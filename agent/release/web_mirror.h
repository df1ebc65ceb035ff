#pragma once

#include "agent/release/repository_client.h"
#include "policy/run/network.h"

#include <string>

namespace vow::agent {

/// A repository at two addresses, of its metadata and of its targets: http, https or file.
class WebMirror : public Mirror {
public:
    /// Borrows the network.
    WebMirror(Network& network, std::string metadata_url, std::string targets_url);

    std::optional<std::string> metadata(const std::string& file, std::size_t max_bytes) override;
    std::optional<std::string> target(const std::string& file, std::size_t max_bytes) override;

private:
    std::optional<std::string> get(const std::string& url, std::size_t max_bytes);

    Network& network_;
    std::string metadata_url_, targets_url_;
};

} // namespace vow::agent
