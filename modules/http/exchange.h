#pragma once

#include "modules/http/http_request.h"

namespace vow::modules {

/// Sends a request to the one server that its URL names, with a handle of libcurl's, and hears the
/// answer. A problem is one of the exchange; what a status means is for others to say.
HttpAnswer exchange(void* curl, const HttpRequest& request, HttpListener& listener);

} // namespace vow::modules
