#pragma once

#include "policy/run/connection.h"
#include "policy/run/host_accounts.h"
#include "policy/run/host_files.h"
#include "policy/run/host_programs.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace vow {

/// Everything that evaluation may read from a machine, and the little it may do there by itself.
/// Promises are kept by modules, not here. A function takes the part that it needs. Tests use a
/// fake.
class Host : public HostFiles, public HostAccounts, public HostPrograms {
public:
    /// Begins to connect to another machine, or returns the connection that there is. It lives as
    /// long as this host.
    virtual Connection& connect(const Destination& destination) {
        throw ConnectionLost("this host does not reach '" + destination.host + "'");
    }

    virtual std::chrono::system_clock::time_point now() = 0;
};

/// The absolute path of a program that PATH of a host's environment finds; nullopt if it finds
/// none.
std::optional<std::string> program_on_path(Host& host, std::string_view name);

} // namespace vow
