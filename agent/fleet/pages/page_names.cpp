#include "agent/fleet/pages/page_parts.h"
#include "agent/fleet/roles.h"
#include "protocol/text/digest.h"

#include <algorithm>
#include <array>

namespace vow::agent {
namespace {

constexpr std::array<std::string_view, 4> kinds{"group-", "host-", "promise-", "rollout-"};

/// No name leads out of the folder.
std::string page_name(std::string_view kind, std::string_view name) {
    const bool is_safe = is_fleet_name(name);
    return std::string(kind) + (is_safe ? std::string(name) : sha256_of(name)) + ".html";
}

} // namespace

std::string group_page_name(const std::string& group) {
    return page_name(kinds[0], group.empty() ? "-" : group); // no token gives this name
}

std::string host_page_name(const std::string& host) {
    return page_name(kinds[1], host);
}

std::string promise_page_name(const ReportedOutcome& promise) {
    constexpr std::size_t length = 24; // enough digits that two promises never meet
    const std::string digest =
        sha256_of(promise.type + '\0' + promise.place + '\0' + promise.handle);
    return page_name(kinds[2], std::string_view(digest).substr(0, length));
}

std::string rollout_page_name(const std::string& rollout) {
    return page_name(kinds[3], rollout);
}

bool is_page_of_one(std::string_view file) {
    return file.ends_with(".html") && std::ranges::any_of(kinds, [&](std::string_view kind) {
               return file.starts_with(kind);
           });
}

} // namespace vow::agent
