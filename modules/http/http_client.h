#pragma once

#include "modules/http/http_request.h"

#include <memory>

namespace vow::modules {

/// Asks web servers, by libcurl; connections stay open from one request to the next. It follows
/// redirects: not from HTTPS to HTTP, with no secret header to another origin, and not to another
/// origin at all when the request is one that changes something.
class HttpClient {
public:
    HttpClient();

    /// An answer that says neither success nor that nothing has changed is a problem, too.
    HttpAnswer ask(HttpRequest request, HttpListener& listener);

private:
    std::unique_ptr<void, void (*)(void*)> curl_;
};

} // namespace vow::modules
