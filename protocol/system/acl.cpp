#include "protocol/system/acl.h"

#include "protocol/system/accounts.h"
#include "protocol/system/place.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <tuple>

#include <sys/xattr.h>

namespace vow {
namespace {

static_assert(std::endian::native == std::endian::little, "the kernel stores lists so");

constexpr std::uint32_t format_version = 2;

/// An entry as the kernel stores it, after the version of the format (linux/posix_acl_xattr.h).
struct StoredEntry {
    std::uint16_t tag;
    std::uint16_t permissions;
    std::uint32_t id;
};

constexpr std::size_t most_bytes = 65536; ///< of an extended attribute

const char* attribute_of(AclKind kind) {
    return kind == AclKind::access ? "system.posix_acl_access" : "system.posix_acl_default";
}

/// The list that a mode stands for.
Acl acl_of(mode_t mode) {
    using enum AclEntry::Tag;
    return {
        {.tag = owner, .permissions = (mode >> 6U) & 7U},
        {.tag = owning_group, .permissions = (mode >> 3U) & 7U},
        {.tag = other, .permissions = mode & 7U}};
}

std::string stored(const Acl& acl) {
    std::string bytes(sizeof format_version + acl.size() * sizeof(StoredEntry), '\0');
    std::memcpy(bytes.data(), &format_version, sizeof format_version);
    char* next = bytes.data() + sizeof format_version;
    for (const AclEntry& entry : acl) {
        const StoredEntry made{
            static_cast<std::uint16_t>(entry.tag),
            static_cast<std::uint16_t>(entry.permissions),
            entry.id};
        std::memcpy(next, &made, sizeof made);
        next += sizeof made;
    }
    return bytes;
}

Acl acl_from(std::string_view bytes) {
    Acl acl;
    for (std::size_t at = sizeof format_version; at + sizeof(StoredEntry) <= bytes.size();
         at += sizeof(StoredEntry)) {
        StoredEntry read = {};
        std::memcpy(&read, bytes.data() + at, sizeof read);
        acl.push_back({static_cast<AclEntry::Tag>(read.tag), read.id, read.permissions});
    }
    return acl;
}

std::string entry_of(const FileDescriptor& file) {
    return "/proc/self/fd/" + std::to_string(file.number());
}

std::string name_or_number(const std::optional<std::string>& name, std::uint32_t id) {
    return name.value_or(std::to_string(id));
}

std::string subject_of(const AclEntry& entry) {
    switch (entry.tag) {
    case AclEntry::Tag::owner: return "user:";
    case AclEntry::Tag::user: return "user:" + name_or_number(user_name(entry.id), entry.id);
    case AclEntry::Tag::owning_group: return "group:";
    case AclEntry::Tag::group: return "group:" + name_or_number(group_name(entry.id), entry.id);
    case AclEntry::Tag::mask: return "mask:";
    case AclEntry::Tag::other: return "other:";
    }
    return {};
}

} // namespace

SystemResult<Acl> Place::acl(AclKind kind, const struct stat& seen) const {
    using Result = SystemResult<Acl>;
    const auto file = pinned(seen);
    if (!file) return Result::failed(file.error());
    std::array<char, most_bytes> bytes; // NOLINT(*-member-init): getxattr() fills it
    const ssize_t size =
        ::getxattr(entry_of(*file).c_str(), attribute_of(kind), bytes.data(), bytes.size());
    if (size >= 0) return acl_from({bytes.data(), static_cast<std::size_t>(size)});
    if (errno != ENODATA && errno != EOPNOTSUPP) return Result::failed(errno);
    return kind == AclKind::access ? acl_of(seen.st_mode) : Acl();
}

int Place::set_acl(AclKind kind, const Acl& acl, const struct stat& seen) const {
    const auto file = pinned(seen);
    if (!file) return file.error();
    const std::string entry = entry_of(*file);
    const std::string bytes = stored(acl);
    const int result =
        acl.empty() ? ::removexattr(entry.c_str(), attribute_of(kind))
                    : ::setxattr(entry.c_str(), attribute_of(kind), bytes.data(), bytes.size(), 0);
    return result == 0 ? 0 : errno;
}

std::string text_of(const AclEntry& entry) {
    std::string text = subject_of(entry) + ":";
    text += (entry.permissions & 4U) != 0 ? 'r' : '-';
    text += (entry.permissions & 2U) != 0 ? 'w' : '-';
    text += (entry.permissions & 1U) != 0 ? 'x' : '-';
    return text;
}

std::string text_of(const Acl& acl) {
    std::string text;
    for (const AclEntry& entry : acl)
        text += (text.empty() ? "" : ",") + text_of(entry);
    return text;
}

void put_in_order(Acl& acl) {
    std::ranges::sort(acl, {}, [](const AclEntry& entry) {
        return std::tuple(static_cast<unsigned>(entry.tag), entry.id);
    });
}

} // namespace vow
