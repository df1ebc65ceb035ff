#include "modules/sdk/cpp/accounts.h"

#include <charconv>

#include <grp.h>
#include <pwd.h>

namespace vow::modules {

namespace {

std::optional<std::uint32_t> as_number(const std::string& name) {
    std::uint32_t number = 0;
    const char* const end = name.data() + name.size();
    const auto [rest, error] = std::from_chars(name.data(), end, number);
    return error == std::errc() && rest == end ? std::optional(number) : std::nullopt;
}

} // namespace

std::optional<std::uint32_t> user_id(const std::string& name) {
    if (const auto number = as_number(name)) return number;
    const passwd* entry = getpwnam(name.c_str());
    return entry == nullptr ? std::nullopt : std::optional<std::uint32_t>(entry->pw_uid);
}

std::optional<std::uint32_t> group_id(const std::string& name) {
    if (const auto number = as_number(name)) return number;
    const group* entry = getgrnam(name.c_str());
    return entry == nullptr ? std::nullopt : std::optional<std::uint32_t>(entry->gr_gid);
}

std::optional<std::string> user_name(std::uint32_t id) {
    const passwd* entry = getpwuid(id);
    return entry == nullptr ? std::nullopt : std::optional<std::string>(entry->pw_name);
}

std::optional<std::string> group_name(std::uint32_t id) {
    const group* entry = getgrgid(id);
    return entry == nullptr ? std::nullopt : std::optional<std::string>(entry->gr_name);
}

std::optional<std::string> home_folder(std::uint32_t id) {
    const passwd* entry = getpwuid(id);
    return entry == nullptr ? std::nullopt : std::optional<std::string>(entry->pw_dir);
}

} // namespace vow::modules
