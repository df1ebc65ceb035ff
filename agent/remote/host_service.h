#pragma once

#include "policy/run/host.h"

#include <string>
#include <string_view>

namespace vow::agent {

/// Serves the questions of a vow on another machine about this one: each line is a request, and
/// gets a line in return. RemoteHost is the other end.
class HostService {
public:
    /// The form of requests and answers; both ends need the same.
    static constexpr int version = 1;
    static constexpr std::string_view greeting = "[\"hello\"]";

    /// Borrows the host. `program` is the path of this vow.
    HostService(Host& host, std::string program) : host_(host), program_(std::move(program)) {}

    /// JSON; null for a line that is not a request.
    std::string answer(std::string_view line);

private:
    Host& host_;
    std::string program_;
};

} // namespace vow::agent
