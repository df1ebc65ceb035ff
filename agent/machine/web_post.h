#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace vow::agent {

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
