#pragma once

#include "modules/http/http_request.h"
#include "protocol/promise/promise.h"

#include <string>
#include <vector>

namespace vow::modules {

/// The parsed attributes of an `http` promise.
struct HttpSettings {
    HttpRequest request;
    std::string file;   ///< for the response; empty if it is not kept
    std::string sha256; ///< of the response, in lower case; empty for any

    /// `promise` has no faults according to faults_of_http().
    explicit HttpSettings(const Promise& promise);
};

/// Faults of a promise beyond its description, one sentence each.
std::vector<std::string> faults_of_http(const Promise& promise);

} // namespace vow::modules
