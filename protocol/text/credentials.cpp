#include "protocol/text/credentials.h"

#include "protocol/text/percent_encoding.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

namespace vow {

namespace {

/// The end of the user and password with which a text begins, before the `@`; nullopt if there is
/// none.
std::optional<std::size_t> end_of_credentials(std::string_view text) {
    const std::size_t end = std::min(text.find_first_of("/?# \t\n'\"<>"), text.size());
    const std::size_t at = text.substr(0, end).rfind('@');
    return at == text.npos || at == 0 ? std::nullopt : std::optional(at);
}

/// Whether a text ends with the scheme of the web. A user without a password is a token there; with
/// others, such as ssh, it is a name.
bool ends_with_web_scheme(std::string_view text) {
    const auto ends_with = [&](std::string_view scheme) {
        if (text.size() < scheme.size()) return false;
        return std::ranges::equal(
            text.substr(text.size() - scheme.size()),
            scheme,
            [](char own, char lower) { return own == lower || own + ('a' - 'A') == lower; }
        );
    };
    return ends_with("http:") || ends_with("https:");
}

} // namespace

std::string without_credentials(std::string_view text) {
    std::string shown;
    for (std::size_t at = text.find("//"); at != text.npos; at = text.find("//")) {
        const bool may_be_token = ends_with_web_scheme(text.substr(0, at));
        shown += text.substr(0, at + 2);
        text.remove_prefix(at + 2);
        const auto end = end_of_credentials(text);
        if (!end || (!may_be_token && text.substr(0, *end).find(':') == text.npos)) continue;
        shown += "***";
        text.remove_prefix(*end);
    }
    return shown.append(text);
}

std::optional<Credentials> credentials_of(std::string_view address) {
    if (!address.starts_with("http://") && !address.starts_with("https://")) return std::nullopt;
    const std::size_t begin = address.find("//") + 2;
    const std::string_view rest = address.substr(begin);
    const auto end = end_of_credentials(rest);
    if (!end) return std::nullopt;
    const std::string_view both = rest.substr(0, *end);
    const std::string_view place = rest.substr(*end + 1);
    const std::size_t colon = both.find(':');
    const std::string scheme(address.substr(0, begin));
    std::optional<std::string> password;
    if (colon != both.npos) password = percent_decoded(both.substr(colon + 1));
    return Credentials{
        .address = scheme + std::string(place),
        .origin = scheme + std::string(place.substr(0, place.find_first_of("/?#"))),
        .user = percent_decoded(both.substr(0, colon)),
        .password = std::move(password)};
}

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
