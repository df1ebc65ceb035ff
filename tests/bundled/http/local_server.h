#pragma once

#include "modules/http/headers.h"

#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace vow::tests {

/// A received request, and the parts of it that tests check.
struct ServedRequest {
    std::string line; ///< "GET /path HTTP/1.1"
    modules::RequestHeaders headers;
    std::string payload;

    /// "GET /path"
    std::string what() const { return line.substr(0, line.rfind(' ')); }
    /// The value of a header; empty if it has no header of that name.
    std::string header(std::string_view name) const;
};

/// A web server on a free port of 127.0.0.1 for the life of the object: one request per connection,
/// one connection after the other.
class LocalServer {
public:
    /// Returns the bytes of each answer. Called in the thread of the server.
    using Answer = std::function<std::string(const ServedRequest&)>;

    explicit LocalServer(Answer answer);
    LocalServer(const LocalServer&) = delete;
    LocalServer& operator=(const LocalServer&) = delete;
    ~LocalServer();

    /// "http://127.0.0.1:PORT"
    const std::string& url() const { return url_; }
    /// The requests answered so far.
    std::vector<ServedRequest> requests() const;

private:
    void serve();
    void serve(int client);

    const Answer answer_;
    int listening_;
    std::string url_;
    mutable std::mutex mutex_;
    std::vector<ServedRequest> requests_;
    std::thread thread_;
};

/// An answer with its length: status "200 OK", further header lines that end in "\r\n", body.
std::string
answered(const std::string& status, const std::string& body, const std::string& headers = {});

} // namespace vow::tests
