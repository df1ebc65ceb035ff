#pragma once

#include "protocol/system/account.h"

#include <cstdint>
#include <optional>
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

} // namespace vow
