#include "protocol/system/acl.h"

#include "protocol/system/accounts.h"
#include "protocol/system/place.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <memory>
#include <tuple>
#include <type_traits>

#include <acl/libacl.h>
#include <sys/acl.h>

namespace vow {
namespace {

using Tag = AclEntry::Tag;

static_assert(
    static_cast<int>(Tag::owner) == ACL_USER_OBJ && static_cast<int>(Tag::user) == ACL_USER &&
    static_cast<int>(Tag::owning_group) == ACL_GROUP_OBJ &&
    static_cast<int>(Tag::group) == ACL_GROUP && static_cast<int>(Tag::mask) == ACL_MASK &&
    static_cast<int>(Tag::other) == ACL_OTHER
);
static_assert(ACL_READ == 4 && ACL_WRITE == 2 && ACL_EXECUTE == 1);
constexpr std::array<unsigned, 3> bits = {ACL_READ, ACL_WRITE, ACL_EXECUTE};

/// A list of the library.
using List = std::unique_ptr<std::remove_pointer_t<acl_t>, int (*)(void*)>;

acl_type_t type_of(AclKind kind) {
    return kind == AclKind::access ? ACL_TYPE_ACCESS : ACL_TYPE_DEFAULT;
}

AclEntry entry_from(acl_entry_t stored) {
    AclEntry entry{.tag = Tag::other};
    acl_tag_t tag = 0;
    acl_permset_t permissions = nullptr;
    ::acl_get_tag_type(stored, &tag);
    ::acl_get_permset(stored, &permissions);
    entry.tag = static_cast<Tag>(tag);
    for (const unsigned bit : bits) {
        if (::acl_get_perm(permissions, bit) == 1) entry.permissions |= bit;
    }
    const std::unique_ptr<void, int (*)(void*)> id(::acl_get_qualifier(stored), &::acl_free);
    if (id) entry.id = *static_cast<const std::uint32_t*>(id.get());
    return entry;
}

Acl acl_from(const List& list) {
    Acl acl;
    acl_entry_t stored = nullptr;
    for (int which = ACL_FIRST_ENTRY; ::acl_get_entry(list.get(), which, &stored) == 1;
         which = ACL_NEXT_ENTRY) {
        acl.push_back(entry_from(stored));
    }
    return acl;
}

/// Returns whether there was memory for it.
bool add_to(List& list, const AclEntry& entry) {
    acl_t grown = list.release(); // it may move
    acl_entry_t stored = nullptr;
    const bool is_made = ::acl_create_entry(&grown, &stored) == 0;
    list.reset(grown);
    if (!is_made) return false;
    ::acl_set_tag_type(stored, static_cast<acl_tag_t>(entry.tag));
    if (entry.tag == Tag::user || entry.tag == Tag::group) ::acl_set_qualifier(stored, &entry.id);
    acl_permset_t permissions = nullptr;
    ::acl_get_permset(stored, &permissions);
    ::acl_clear_perms(permissions);
    for (const unsigned bit : bits) {
        if ((entry.permissions & bit) != 0) ::acl_add_perm(permissions, bit);
    }
    return true;
}

/// Null without memory for it.
List list_of(const Acl& acl) {
    List list(::acl_init(static_cast<int>(acl.size())), &::acl_free);
    for (const AclEntry& entry : acl) {
        if (list && !add_to(list, entry)) list.reset();
    }
    return list;
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

SystemResult<Acl> read_acl(const std::string& path, AclKind kind) {
    const List list(::acl_get_file(path.c_str(), type_of(kind)), &::acl_free);
    return list ? SystemResult<Acl>(acl_from(list)) : SystemResult<Acl>::failed(errno);
}

SystemResult<Acl> Place::acl(AclKind kind, const struct stat& seen) const {
    using Result = SystemResult<Acl>;
    const auto file = pinned(seen);
    if (!file) return Result::failed(file.error());
    if (kind == AclKind::inherited && !S_ISDIR(seen.st_mode)) return Acl();
    auto acl = read_acl(entry_of(*file), kind);
    if (acl || acl.error() != EOPNOTSUPP) return acl;
    if (kind == AclKind::inherited) return Acl();
    const List of_mode(::acl_from_mode(seen.st_mode), &::acl_free);
    return of_mode ? Result(acl_from(of_mode)) : Result::failed(errno);
}

int Place::set_acl(AclKind kind, const Acl& acl, const struct stat& seen) const {
    const auto file = pinned(seen);
    if (!file) return file.error();
    const std::string entry = entry_of(*file);
    if (acl.empty() && kind == AclKind::inherited)
        return ::acl_delete_def_file(entry.c_str()) == 0 ? 0 : errno;
    const List list = list_of(acl);
    if (!list) return ENOMEM;
    return ::acl_set_file(entry.c_str(), type_of(kind), list.get()) == 0 ? 0 : errno;
}

void calculate_mask(Acl& acl) {
    List list = list_of(acl);
    acl_t changed = list.release(); // it may move
    const bool is_done = changed != nullptr && ::acl_calc_mask(&changed) == 0;
    list.reset(changed);
    if (is_done) acl = acl_from(list);
}

std::optional<AclFault> fault_of(const Acl& acl) {
    const List list = list_of(acl);
    if (!list) return AclFault{0, std::strerror(ENOMEM)};
    int index = 0;
    const int fault = ::acl_check(list.get(), &index);
    if (fault == 0) return std::nullopt;
    return AclFault{index, fault > 0 ? ::acl_error(fault) : std::strerror(errno)};
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
