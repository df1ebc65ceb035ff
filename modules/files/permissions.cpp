#include "modules/files/permissions.h"

#include "modules/files/ownership.h"
#include "modules/sdk/cpp/text.h"

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

std::uint32_t promised_mode(const Permissions& permissions, const struct stat& present) {
    std::uint32_t promised = permissions.mode->applied_to(present.st_mode & 07777U);
    if (S_ISDIR(present.st_mode) && permissions.x_for_r_on_directories)
        promised |= (promised & 0444U) >> 2U;
    return promised;
}

void keep_mode(
    const Permissions& permissions,
    const NamedFile& file,
    const std::optional<struct stat>& before,
    Record& record
) {
    const std::string& path = file.path();
    const auto now = file.status();
    // Links have no mode, and the promise is not about their targets.
    if (!now || S_ISLNK(now->st_mode)) return;
    const struct stat& present = before ? *before : *now;
    const std::uint32_t mode = present.st_mode & 07777U;
    const std::uint32_t promised = promised_mode(permissions, present);
    if (mode == promised) {
        record.kept(text({"File permissions on '", path, "' as promised"}));
        return;
    }
    const std::string change = text({octal(mode), " to ", octal(promised)});
    if (!record.allows(text({"change permissions of '", path, "' from ", change}))) return;
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
    if (permissions.mode) keep_mode(permissions, file, before, record);
}

FileAccess access_to(const Permissions& permissions, const struct stat& present) {
    FileAccess access{
        .owner = owner_to_set(permissions.owners, present.st_uid),
        .group = group_to_set(permissions.groups, present.st_gid)};
    if (permissions.mode) access.mode = promised_mode(permissions, present);
    return access;
}

} // namespace vow::modules
