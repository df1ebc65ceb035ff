#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace vow::agent {

/// A document for a server that takes JSON.
struct WebPost {
    std::string url; ///< http or https
    std::string json;
};

/// Sends a document, and waits for the answer until `deadline`, at which the connection is given
/// up. Returns why it was not accepted; nullopt if it was. It does not follow redirections.
std::optional<std::string>
post_json(const WebPost& post, std::chrono::steady_clock::time_point deadline);

} // namespace vow::agent
