#pragma once

#include "policy/run/host.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>

namespace vow::agent {

/// A question to a host as a request on the wire: the member that answers it, and its name there.
template <auto Member>
struct HostRequest {
    std::string_view name;
};

template <class Id>
using FindUser = std::optional<User> (HostAccounts::*)(Id);
template <class Id>
using FindGroup = std::optional<Group> (HostAccounts::*)(Id);

/// Every question between two vows: RemoteHost sends it, and HostService returns the answer.
inline constexpr std::tuple host_requests{
    HostRequest<&HostFiles::read_file>{"read_file"},
    HostRequest<&HostFiles::read_guarded_file>{"read_guarded_file"},
    HostRequest<&HostFiles::read_secret_file>{"read_secret_file"},
    HostRequest<&HostFiles::read_trusted_file>{"read_trusted_file"},
    HostRequest<&HostFiles::file_digest>{"file_digest"},
    HostRequest<&HostFiles::guarded_file_digest>{"guarded_file_digest"},
    HostRequest<&HostFiles::status>{"status"},
    HostRequest<&HostFiles::may>{"may"},
    HostRequest<&HostFiles::objection_to>{"objection_to"},
    HostRequest<&HostFiles::objection_to_tree>{"objection_to_tree"},
    HostRequest<&HostFiles::link_target>{"link_target"},
    HostRequest<&HostFiles::real_path>{"real_path"},
    HostRequest<&HostFiles::list_directory>{"list_directory"},
    HostRequest<&HostFiles::access_list>{"access_list"},
    HostRequest<&HostFiles::free_kibibytes>{"free_kibibytes"},
    HostRequest<&HostFiles::append_line>{"append_line"},
    HostRequest<&HostPrograms::environment>{"environment"},
    HostRequest<&HostPrograms::run>{"run"},
    HostRequest<&HostPrograms::processes>{"processes"},
    HostRequest<&HostPrograms::self>{"self"},
    HostRequest<FindUser<std::string_view>{&HostAccounts::user}>{"user_named"},
    HostRequest<FindUser<std::uint32_t>{&HostAccounts::user}>{"user_numbered"},
    HostRequest<FindGroup<std::string_view>{&HostAccounts::group}>{"group_named"},
    HostRequest<FindGroup<std::uint32_t>{&HostAccounts::group}>{"group_numbered"},
    HostRequest<&HostAccounts::users>{"users"},
    HostRequest<&HostAccounts::groups>{"groups"},
    HostRequest<&Host::now>{"now"}};

} // namespace vow::agent
