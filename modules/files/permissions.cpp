#include "modules/files/permissions.h"

#include "modules/sdk/cpp/text.h"

#include <charconv>

#include <sys/stat.h>

namespace vow::modules {

namespace {

/// The kind of a file, at the start of a message.
std::string_view title_of(const struct stat& status) {
    switch (status.st_mode & S_IFMT) {
    case S_IFREG: return "Regular file";
    case S_IFDIR: return "Directory";
    case S_IFSOCK: return "Socket";
    case S_IFIFO: return "Named pipe";
    case S_IFBLK: return "Block device";
    case S_IFCHR: return "Character device";
    }
    return "Object";
}

void keep_mode(
    const Permissions& permissions,
    const NamedFile& file,
    const std::optional<struct stat>& before,
    Record& record
) {
    const std::string& path = file.path();
    const auto now = file.status();
    // Links have no mode.
    if (!now || S_ISLNK(now->st_mode)) return;
    const struct stat& present = before ? *before : *now;
    const std::uint32_t mode = present.st_mode & 07777U;
    const std::uint32_t promised = promised_mode(permissions, present);
    if (mode == promised) {
        record.kept(text({"File permissions on '", path, "' as promised"}));
        return;
    }
    const std::string change = text({octal(mode), " to ", octal(promised)});
    if (!record.allows(field_change(
            text({"change permissions of '", path, "' from ", change}),
            path,
            "mode",
            octal(mode),
            octal(promised)
        )))
        return;
    const bool is_set = (now->st_mode & 07777U) == promised;
    if (const int error = is_set ? 0 : file.place().set_mode(promised, *now); error != 0) {
        record.failed_with(
            error,
            text(
                {"Failed to change permissions of '",
                 path,
                 "'. (chmod: ",
                 system_message(error),
                 ")"}
            )
        );
        return;
    }
    record.repaired(text(
        {title_of(*now),
         " '",
         path,
         "' had permissions ",
         octal(mode),
         ", changed it to ",
         octal(promised)}
    ));
}

} // namespace

Permissions Permissions::from(const Settings& body) {
    Permissions permissions;
    if (const auto mode = body.text("mode")) permissions.mode = mode_change_from(*mode);
    permissions.owners = body.list("owners");
    permissions.groups = body.list("groups");
    permissions.x_for_r_on_directories = body.holds("rxdirs");
    return permissions;
}

std::uint32_t promised_mode(const Permissions& permissions, const struct stat& present) {
    std::uint32_t promised = present.st_mode & 07777U;
    if (permissions.mode) promised = permissions.mode->applied_to(promised);
    if (S_ISDIR(present.st_mode) && permissions.x_for_r_on_directories)
        promised |= (promised & 0444U) >> 2U;
    return promised;
}

void keep_permissions(
    const Permissions& permissions,
    const NamedFile& file,
    const std::optional<struct stat>& before,
    Record& record
) {
    const bool has_owners = !permissions.owners.empty() || !permissions.groups.empty();
    if (has_owners) {
        const auto now = file.status();
        if (!now) return;
        const struct stat& judged = before ? *before : *now;
        keep_ownership(permissions.owners, permissions.groups, file, judged, record);
    }
    keep_mode(permissions, file, before, record);
}

FileAccess access_to(const Permissions& permissions, const struct stat& present) {
    FileAccess access{
        .owner = owner_to_set(permissions.owners, present.st_uid),
        .group = group_to_set(permissions.groups, present.st_gid)};
    if (permissions.mode) access.mode = promised_mode(permissions, present);
    return access;
}

namespace {

constexpr std::uint32_t all_bits = 07777;

std::optional<std::uint32_t> affected_by(char who) {
    switch (who) {
    case 'a': return all_bits;
    case 'u': return 04700U;
    case 'g': return 02070U;
    case 'o': return 00007U;
    }
    return std::nullopt;
}

std::optional<std::uint32_t> bits_of(char which) {
    switch (which) {
    case 'r': return 0444U;
    case 'w': return 0222U;
    case 'x': return 0111U;
    case 's': return 06000U;
    case 't': return 01000U;
    }
    return std::nullopt;
}

/// Applies one action to the bits in `affected`; later clauses win over earlier ones.
void apply(ModeChange& change, char action, std::uint32_t value, std::uint32_t affected) {
    const std::uint32_t on = action == '-' ? 0 : value;
    std::uint32_t off = action == '-' ? value : 0;
    if (action == '=') off = affected & ~value & all_bits;
    change.set = (change.set & ~off) | on;
    change.clear = (change.clear & ~on) | off;
}

std::optional<std::uint32_t> octal_number(std::string_view digits) {
    std::uint32_t value = 0;
    const char* const end = digits.data() + digits.size();
    const auto [rest, error] = std::from_chars(digits.data(), end, value, 8);
    if (error != std::errc() || rest != end) return std::nullopt;
    // st_mode also contains the file type.
    value &= ~std::uint32_t{S_IFMT};
    return value > all_bits ? std::nullopt : std::optional(value);
}

/// One clause: [ugoa]*, one of +-=, then letters or an octal number; or just a number.
bool apply_clause(ModeChange& change, std::string_view clause) {
    std::uint32_t affected = 0;
    while (!clause.empty() && affected_by(clause.front())) {
        affected |= *affected_by(clause.front());
        clause.remove_prefix(1);
    }
    if (clause.empty()) return false;

    char action = '=';
    const bool has_action = std::string_view("+-=").find(clause.front()) != std::string_view::npos;
    if (has_action) {
        action = clause.front();
        clause.remove_prefix(1);
    }
    if (affected == 0) affected = all_bits;
    if (const auto number = octal_number(clause)) {
        apply(change, action, *number, all_bits);
        return true;
    }
    if (!has_action) return false;
    std::uint32_t value = 0;
    for (const char letter : clause) {
        const auto bits = bits_of(letter);
        if (!bits) return false;
        // The sticky bit applies to no particular class of users.
        value |= letter == 't' ? *bits : *bits & affected;
    }
    apply(change, action, value, affected);
    return true;
}

} // namespace

std::optional<ModeChange> mode_change_from(std::string_view words) {
    ModeChange change;
    for (;;) {
        const std::size_t comma = words.find(',');
        if (!apply_clause(change, words.substr(0, comma))) return std::nullopt;
        if (comma == std::string_view::npos) return change;
        words.remove_prefix(comma + 1);
    }
}

} // namespace vow::modules
