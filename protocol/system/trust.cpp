#include "protocol/system/trust.h"

#include "protocol/system/accounts.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

namespace vow {

namespace {

/// The user who became root by sudo.
std::optional<uid_t> sudo_user() {
    const char* digits = std::getenv("SUDO_UID");
    if (digits == nullptr) return std::nullopt;
    const std::string_view text(digits);
    uid_t uid = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), uid);
    const bool is_number = error == std::errc() && end == text.data() + text.size();
    return is_number ? std::optional(uid) : std::nullopt;
}

} // namespace

Trust Trust::of_process(const std::vector<std::string>& named) {
    if (::geteuid() != 0) return in_everything();
    std::vector<uid_t> users;
    if (const auto user = sudo_user()) users.push_back(*user);
    for (const std::string& path : named) {
        struct stat status = {};
        if (::stat(path.c_str(), &status) == 0) users.push_back(status.st_uid);
    }
    return Trust(std::move(users));
}

Trust::Trust(std::vector<uid_t> users) : users_(std::move(users)) {
    users_->push_back(0);
}

Trust Trust::with_remedy(std::string remedy) && {
    remedy_ = std::move(remedy);
    return std::move(*this);
}

bool Trust::has(uid_t user) const {
    return !users_ || std::ranges::find(*users_, user) != users_->end();
}

/// Trusts root's group, and the private groups of trusted users, unless other users have them.
std::optional<std::string> Trust::fault_of_members(gid_t group) const {
    const auto found = find_group(group);
    const std::string name =
        found ? "group '" + found->name + "'" : "group " + std::to_string(group);
    const auto owner = found ? find_user(found->name) : std::nullopt;
    const bool is_private = owner && owner->gid == group && has(owner->uid);
    if (group != 0 && !is_private) return name;
    for (const std::string& member : members_of_group(group)) {
        const auto user = find_user(member);
        if (!user || !has(user->uid)) return name + ", which user '" + member + "' has";
    }
    return std::nullopt;
}

std::string Trust::advised(std::string reason) const {
    return remedy_.empty() ? reason : std::move(reason) + "; mend that, or " + remedy_;
}

std::optional<std::string> Trust::objection_to(const std::string& path) const {
    auto found = walk({path}).objection;
    if (found) found = advised(*std::move(found));
    return found;
}

std::optional<std::string> Trust::objection_to_use(const std::string& path) const {
    const Finding found = walk({path});
    const auto& fault = found.objection ? found.objection : found.absence;
    return fault ? std::optional(advised(*fault)) : std::nullopt;
}

std::optional<Refusal> Trust::refusal_of(const std::string& path) const {
    Finding found = walk({path});
    if (found.objection)
        return Refusal{.objection = Objection{advised(*std::move(found.objection))}};
    if (found.error != 0) return Refusal{.error = found.error};
    return std::nullopt;
}

namespace {

constexpr const char* remedy = "run with --trust-paths";

} // namespace

Trust trusting(const Trust& trust, const std::vector<uid_t>& users) {
    if (!trust.users()) return trust;
    std::vector<uid_t> all = *trust.users();
    all.insert(all.end(), users.begin(), users.end());
    return Trust(std::move(all));
}

std::vector<std::string> trust_arguments(const Trust& trust) {
    if (!trust.users()) return {"--trust-paths"};
    std::vector<std::string> arguments;
    for (const uid_t user : *trust.users())
        arguments.insert(arguments.end(), {"--trust-user", std::to_string(user)});
    return arguments;
}

Trust trust_of_agent(const std::vector<std::string>& arguments) {
    std::vector<uid_t> users;
    for (std::size_t at = 0; at < arguments.size(); ++at) {
        if (arguments[at] == "--trust-paths") return Trust::in_everything();
        if (arguments[at] != "--trust-user" || at + 1 == arguments.size()) continue;
        const std::string& digits = arguments[++at];
        uid_t user = 0;
        std::from_chars(digits.data(), digits.data() + digits.size(), user);
        users.push_back(user);
    }
    return users.empty() ? Trust::of_process() : Trust(std::move(users)).with_remedy(remedy);
}

} // namespace vow
