#include "modules/users/account.h"

#include "protocol/text/text.h"

#include <fstream>
#include <memory>
#include <string_view>
#include <vector>

#include <crypt.h>

namespace vow::modules {
namespace {

/// The fields of the line in a file that begins with a name; empty if there is none.
std::vector<std::string> entry_of(const std::string& name, const char* path, std::size_t fields) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with(name + ":")) continue;
        const auto found = split_at(line, ':');
        if (found.size() == fields) return {found.begin(), found.end()};
    }
    return {};
}

/// The hash in /etc/passwd, or the one in /etc/shadow to which an `x` refers.
std::optional<std::string> hash_of(const std::string& name, const std::string& in_passwd) {
    if (in_passwd != "x") return in_passwd;
    constexpr std::size_t shadow_fields = 9;
    const auto entry = entry_of(name, "/etc/shadow", shadow_fields);
    return entry.empty() ? std::nullopt : std::optional(entry[1]);
}

} // namespace

std::optional<Account> find_account(const std::string& name) {
    constexpr std::size_t passwd_fields = 7;
    const auto entry = entry_of(name, "/etc/passwd", passwd_fields);
    if (entry.empty()) return std::nullopt;
    return Account{
        .name = name,
        .id = entry[2],
        .group = entry[3],
        .description = entry[4],
        .home = entry[5],
        .shell = entry[6],
        .hash = hash_of(name, entry[1])};
}

bool has_hash(const std::string& password, const std::string& hash) {
    const auto room = std::make_unique<crypt_data>();
    const char* hashed = ::crypt_r(password.c_str(), hash.c_str(), room.get());
    return hashed != nullptr && hash == hashed;
}

} // namespace vow::modules
