#pragma once

#include "modules/http/http_request.h"

namespace vow::modules {

/// Sends a request to the one server that its URL names, with a libcurl handle, and receives the
/// response. Only problems of the transfer are reported; the status is judged by the caller.
HttpAnswer exchange(void* curl, const HttpRequest& request, HttpListener& listener);

} // namespace vow::modules
