#pragma once

#include "modules/http/headers.h"
#include "modules/http/provenance.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace vow::modules {

/// The payload of a request: none, a text, or the content of a file.
struct PayloadFile {
    std::string path;
};
using Payload = std::variant<std::monostate, std::string, PayloadFile>;

/// A request to a web server.
struct HttpRequest {
    std::string url;
    std::string method;
    RequestHeaders headers;
    Payload payload;
    bool insecure;                ///< accept any certificate
    std::chrono::seconds timeout; ///< per server; 0: none
    std::int64_t max_size;        ///< of the response, in bytes
    Provenance known = {};        ///< a state that need not be sent in full

    /// True if the method is safe in the sense of HTTP: it changes nothing at the server.
    bool is_safe() const {
        return method == "GET" && std::holds_alternative<std::monostate>(payload);
    }
};

/// The response to a request.
struct HttpAnswer {
    long status = 0;              ///< 0 if there was no response
    std::string status_text = {}; ///< "404 Not Found"
    std::string redirect = {};    ///< the redirect target; may be empty
    Provenance provenance = {};
    std::string problem = {};        ///< a sentence; empty if the response was received completely
    bool is_unchanged = false;       ///< it is in the known state and was not sent again
    bool payload_unreadable = false; ///< the cause of the problem
};

/// Receives a response.
class HttpListener {
public:
    virtual ~HttpListener() = default;
    /// The next bytes of a successful response. Returns false to stop.
    virtual bool take(std::string_view bytes) = 0;
    /// Progress in bytes; `expected` is 0 if unknown. Returns false to stop.
    virtual bool go_on(std::int64_t received, std::int64_t expected) = 0;
};

/// Sends requests to web servers by libcurl; connections stay open between requests. Follows
/// redirects, but not from HTTPS to HTTP, without secret headers to another origin, and not to
/// another origin at all if the request changes something.
class HttpClient {
public:
    HttpClient();

    /// A response with a status other than success or "not modified" is a problem, too.
    HttpAnswer send(HttpRequest request, HttpListener& listener);

private:
    std::unique_ptr<void, void (*)(void*)> curl_;
};

/// Sends a request to the one server that its URL names, with a libcurl handle, and receives the
/// response. Only problems of the transfer are reported; the status is judged by the caller.
HttpAnswer exchange(void* curl, const HttpRequest& request, HttpListener& listener);

} // namespace vow::modules
