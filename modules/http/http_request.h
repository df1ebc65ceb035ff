#pragma once

#include "modules/http/headers.h"
#include "modules/http/provenance.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace vow::modules {

/// What is sent with a request: nothing, a text, or what a file holds.
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
    bool insecure;                ///< whoever answers is trusted
    std::chrono::seconds timeout; ///< for each server that is asked; 0: none
    std::int64_t max_size;        ///< of the answer, in bytes
    Provenance known = {};        ///< what is not to be answered in full

    /// Whether it changes nothing at the server, as HTTP has it.
    bool is_safe() const {
        return method == "GET" && std::holds_alternative<std::monostate>(payload);
    }
};

/// How a request was answered.
struct HttpAnswer {
    long status = 0;              ///< 0: there was no answer
    std::string status_text = {}; ///< "404 Not Found"
    std::string redirect = {};    ///< where to ask instead; empty: nowhere
    Provenance provenance = {};
    std::string problem = {};        ///< a sentence; empty: all of it was taken
    bool is_unchanged = false;       ///< it is what was known, and not sent again
    bool payload_unreadable = false; ///< that is the problem
};

/// The asker's side of a request.
class HttpListener {
public:
    virtual ~HttpListener() = default;
    /// The next bytes of an answer that says success. False: no more of it is wanted.
    virtual bool take(std::string_view bytes) = 0;
    /// How much has come of how much there is (0: nobody knows). False: it is to end.
    virtual bool go_on(std::int64_t received, std::int64_t expected) = 0;
};

} // namespace vow::modules
