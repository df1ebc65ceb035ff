#pragma once

#include "policy/run/connection.h"
#include "policy/run/host_files.h"
#include "policy/run/host_programs.h"
#include "protocol/system/account.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow {

/// The accounts of a machine: those of its files, and those of its directory services.
class HostAccounts {
public:
    HostAccounts() = default;
    HostAccounts(const HostAccounts&) = delete;
    HostAccounts& operator=(const HostAccounts&) = delete;
    virtual ~HostAccounts() = default;

    virtual std::optional<User> user(std::string_view name) = 0;
    virtual std::optional<User> user(std::uint32_t uid) = 0;
    virtual std::optional<Group> group(std::string_view name) = 0;
    virtual std::optional<Group> group(std::uint32_t gid) = 0;
    virtual std::vector<User> users() = 0;
    virtual std::vector<Group> groups() = 0;
};

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
