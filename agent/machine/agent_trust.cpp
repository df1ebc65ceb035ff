#include "agent/machine/agent_trust.h"

#include <charconv>
#include <cstdlib>
#include <string_view>

#include <sys/stat.h>
#include <unistd.h>

namespace vow::agent {
namespace {

/// nullopt when the file does not exist.
std::optional<uid_t> owner_of(const std::string& path) {
    struct stat status = {};
    return ::stat(path.c_str(), &status) == 0 ? std::optional(status.st_uid) : std::nullopt;
}

/// The user who became root by sudo.
std::optional<uid_t> sudo_user() {
    const char* digits = std::getenv("SUDO_UID");
    if (digits == nullptr) return std::nullopt;
    const std::string_view text(digits);
    uid_t uid = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), uid);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(uid)
                                                                    : std::nullopt;
}

} // namespace

Trust trust_of_agent(const std::string& policy) {
    if (::geteuid() != 0) return Trust::in_everything();
    std::vector<uid_t> users;
    if (const auto user = sudo_user()) users.push_back(*user);
    if (const auto owner = owner_of(policy)) users.push_back(*owner);
    return Trust(std::move(users));
}

} // namespace vow::agent
