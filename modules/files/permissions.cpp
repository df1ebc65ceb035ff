#include "modules/files/permissions.h"

#include "modules/files/ownership.h"
#include "modules/sdk/cpp/text.h"

#include <cerrno>

#include <sys/stat.h>

namespace vow::modules {

namespace {

std::uint32_t promised_mode(const Permissions& permissions, std::uint32_t mode, bool directory) {
    std::uint32_t promised = permissions.mode->applied_to(mode);
    if (directory && permissions.x_for_r_on_directories) promised |= (promised & 0444U) >> 2U;
    return promised;
}

void keep_mode(const Permissions& permissions, const std::string& path, Record& record) {
    struct stat status = {};
    // Links have no mode, and the promise is not about their targets.
    if (lstat(path.c_str(), &status) != 0 || S_ISLNK(status.st_mode)) return;
    const std::uint32_t mode = status.st_mode & 07777U;
    const std::uint32_t promised = promised_mode(permissions, mode, S_ISDIR(status.st_mode));
    if (mode == promised) {
        record.kept(text({"File permissions on '", path, "' as promised"}));
        return;
    }
    const std::string change = text({octal(mode), " to ", octal(promised)});
    if (!record.allows(text({"change permissions of '", path, "' from ", change}))) return;
    if (chmod(path.c_str(), promised) != 0) {
        const int error = errno;
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
        {"Object '", path, "' had permissions ", octal(mode), ", changed it to ", octal(promised)}
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

void keep_permissions(const Permissions& permissions, const std::string& path, Record& record) {
    keep_ownership(permissions.owners, permissions.groups, path, record);
    if (permissions.mode) keep_mode(permissions, path, record);
}

} // namespace vow::modules
