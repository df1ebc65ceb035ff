#pragma once

#include "modules/http/http_request.h"
#include "protocol/promise/promise.h"

#include <string>
#include <vector>

namespace vow::modules {

/// What an `http` promise says.
struct HttpSettings {
    HttpRequest request;
    std::string file;   ///< to keep the answer in; empty: it is not kept
    std::string sha256; ///< of the answer, in lower case; empty: any

    /// Of a promise that faults_of_http() finds no fault with.
    explicit HttpSettings(const Promise& promise);
};

/// What is wrong with a promise that its description does not tell, a sentence each.
std::vector<std::string> faults_of_http(const Promise& promise);

} // namespace vow::modules
