#include "protocol/system/trusted_users.h"

#include <charconv>

namespace vow {
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
