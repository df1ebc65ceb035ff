#include "modules/files/access_list.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/system/accounts.h"

#include <algorithm>

namespace vow::modules {

namespace {

using Tag = AclEntry::Tag;

/// The words up to a separator, which are taken off with it.
std::string_view take_word(std::string_view& words, char separator) {
    const std::size_t end = std::min(words.find(separator), words.size());
    const std::string_view word = words.substr(0, end);
    words.remove_prefix(std::min(end + 1, words.size()));
    return word;
}

unsigned bit_of(char letter) {
    return letter == 'r' ? 4U : letter == 'w' ? 2U : letter == 'x' ? 1U : 0U;
}

/// "rx", "=rx", "+w,-x"; without a sign, as with "=". Nothing clears all.
AccessChange change_from(std::string_view words) {
    constexpr unsigned all = 7;
    AccessChange change;
    if (words.empty()) return {.clear = all};
    while (!words.empty()) {
        std::string_view clause = take_word(words, ',');
        const char sign = !clause.empty() && bit_of(clause.front()) == 0 && clause.front() != '('
                              ? clause.front()
                              : '=';
        unsigned bits = 0;
        for (const char letter : clause)
            bits |= bit_of(letter);
        if (sign == '=') change = {.clear = all};
        if (sign == '-') {
            change.clear |= bits;
            change.set &= ~bits;
        } else {
            change.set |= bits;
        }
    }
    return change;
}

/// One sign at most, then letters.
bool is_clause(std::string_view clause) {
    if (!clause.empty() && std::string_view("=+-").find(clause.front()) != std::string_view::npos)
        clause.remove_prefix(1);
    return clause.find_first_not_of("rwx") == std::string_view::npos;
}

bool is_mode(std::string_view words) {
    while (!words.empty())
        if (!is_clause(take_word(words, ','))) return false;
    return true;
}

AccessEntry account_entry(
    const std::string& name,
    Tag owner,
    Tag named,
    const std::optional<std::uint32_t>& id,
    std::string_view kind,
    std::string_view search
) {
    if (name == "*") return {.entry = AclEntry{.tag = owner}};
    if (id) return {.entry = AclEntry{.tag = named, .id = *id}};
    return {.unknown = text({"Could not get ", kind, " '", name, "', (", search, ": not found)"})};
}

// A number has to belong to an account.

std::optional<std::uint32_t> known_user(const std::string& name_or_number) {
    const auto id = user_id(name_or_number);
    return id && find_user(*id) ? id : std::nullopt;
}

std::optional<std::uint32_t> known_group(const std::string& name_or_number) {
    const auto id = group_id(name_or_number);
    return id && find_group(*id) ? id : std::nullopt;
}

} // namespace

AccessEntry parse_access_entry(std::string_view words) {
    const std::string_view kind = take_word(words, ':');
    AccessEntry parsed;
    if (kind == "user") {
        const std::string name(take_word(words, ':'));
        parsed = account_entry(
            name, Tag::owner, Tag::user, known_user(name), "UID for user", "getpwnam"
        );
    } else if (kind == "group") {
        const std::string name(take_word(words, ':'));
        parsed = account_entry(
            name, Tag::owning_group, Tag::group, known_group(name), "GID for group", "getgrnam"
        );
    } else {
        parsed.entry = AclEntry{.tag = kind == "mask" ? Tag::mask : Tag::other};
    }
    parsed.change = change_from(take_word(words, ':'));
    return parsed;
}

std::string fault_of_access_entry(std::string_view words, AccessListType type) {
    const std::string_view all = words;
    const std::string_view kind = take_word(words, ':');
    if (kind == "mask" && type != AccessListType::posix)
        return "This ACL type does not support mask ACE.";
    if (kind != "user" && kind != "group" && kind != "all" && kind != "mask")
        return text({"ACL: ACE '", all, "' does not start with user:/group:/all"});
    if ((kind == "user" || kind == "group") && take_word(words, ':').empty())
        return text({"ACL: ACE '", all, "': id cannot be empty or contain ':'"});
    const std::string_view mode = take_word(words, ':');
    if (type != AccessListType::ntfs && !is_mode(mode))
        return "ACL: Mode string contains invalid characters";
    if (words == "deny" && type != AccessListType::ntfs)
        return "Deny permission not supported by this ACL type";
    return {};
}

} // namespace vow::modules
