#include "protocol/text/git_environment.h"

#include <cstddef>
#include <string_view>

namespace vow {

void GitEnvironment::leave_out_helpers() {
    settings_.emplace_back("credential.helper", "");
}

void GitEnvironment::add(const Credentials& credentials) {
    const std::string prefix = "credential." + credentials.origin;
    if (!credentials.password) {
        settings_.emplace_back(prefix + ".username", credentials.user);
        return;
    }
    constexpr std::string_view helper =
        R"(!f() { test "$1" != get || )"
        R"(printf 'username=%s\npassword=%s\n' "$VOW_GIT_USER" "$VOW_GIT_PASSWORD"; }; f)";
    leave_out_helpers();
    settings_.emplace_back(prefix + ".helper", helper);
    secrets_ = {"VOW_GIT_USER=" + credentials.user, "VOW_GIT_PASSWORD=" + *credentials.password};
}

std::vector<std::string> GitEnvironment::variables() const {
    std::vector<std::string> all = secrets_;
    all.emplace_back("GIT_TERMINAL_PROMPT=0");
    for (std::size_t at = 0; at < settings_.size(); ++at) {
        const auto& [key, value] = settings_[at];
        const std::string number = std::to_string(at);
        all.push_back("GIT_CONFIG_KEY_" + number + "=" + key);
        all.push_back("GIT_CONFIG_VALUE_" + number + "=" + value);
    }
    all.push_back("GIT_CONFIG_COUNT=" + std::to_string(settings_.size()));
    return all;
}

} // namespace vow
