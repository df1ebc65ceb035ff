#pragma once

#include "modules/http/http_request.h"

#include <memory>

namespace vow::modules {

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

} // namespace vow::modules
