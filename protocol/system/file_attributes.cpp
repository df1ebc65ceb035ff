#include "protocol/system/file_attributes.h"

#include "protocol/system/result.h"

#include <cerrno>
#include <vector>

#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/xattr.h>

namespace vow {

namespace {

constexpr const char* acl = "system.posix_acl_access";

using Bytes = SystemResult<std::vector<char>>;

/// Reads the result of a call like flistxattr, which may grow between two calls.
template <class Get>
Bytes all_from(Get get) {
    while (true) {
        const ssize_t size = get(nullptr, 0);
        if (size < 0) return Bytes::failed(errno);
        std::vector<char> bytes(static_cast<std::size_t>(size));
        if (bytes.empty()) return bytes;
        const ssize_t count = get(bytes.data(), bytes.size());
        if (count < 0 && errno == ERANGE) continue;
        if (count < 0) return Bytes::failed(errno);
        bytes.resize(static_cast<std::size_t>(count));
        return bytes;
    }
}

Bytes value_of(const FileDescriptor& file, const char* name) {
    return all_from([&](char* bytes, std::size_t size) {
        return ::fgetxattr(file.number(), name, bytes, size);
    });
}

bool is_derived(std::string_view name) {
    return name == "security.ima" || name == "security.evm";
}

int copy_attribute(const FileDescriptor& from, const FileDescriptor& to, const char* name) {
    const auto value = value_of(from, name);
    if (!value) return value.error() == ENODATA ? 0 : value.error(); // it was just removed
    const auto present = value_of(to, name);
    if (present && *present == *value) return 0; // a label may come with the folder
    return ::fsetxattr(to.number(), name, value->data(), value->size(), 0) == 0 ? 0 : errno;
}

} // namespace

int copy_extended_attributes(
    const FileDescriptor& from, const FileDescriptor& to, AttributeLoss loss
) {
    const auto names = all_from([&](char* bytes, std::size_t size) {
        return ::flistxattr(from.number(), bytes, size);
    });
    if (!names) return names.error() == EOPNOTSUPP ? 0 : names.error();
    const std::string_view all(names->data(), names->size());
    for (std::size_t at = 0; at < all.size(); at = all.find('\0', at) + 1) {
        const char* const name = all.data() + at;
        if (is_derived(name)) continue;
        const int error = copy_attribute(from, to, name);
        if (error != 0 && loss == AttributeLoss::refused) return error;
    }
    return 0;
}

int remove_acl(const FileDescriptor& file) {
    const bool is_gone =
        ::fremovexattr(file.number(), acl) == 0 || errno == ENODATA || errno == EOPNOTSUPP;
    return is_gone ? 0 : errno;
}

namespace {

/// Opens the file or folder. `use` gets its descriptor, and returns 0 or an errno.
template <class Use>
int with_open(const Place& place, const Use& use) {
    const auto file = place.open_file(Place::Access::read);
    if (file) return use(file->number());
    if (file.error() != EISDIR) return file.error();
    const auto folder = place.open_folder();
    return folder ? use((*folder)->number()) : folder.error();
}

int read_flags(int descriptor, unsigned& flags) {
    return ::ioctl(descriptor, FS_IOC_GETFLAGS, &flags) == 0 ? 0 : errno;
}

} // namespace

SystemResult<Immutable> immutable_flag(const Place& place) {
    unsigned flags = 0;
    const int error =
        with_open(place, [&flags](int descriptor) { return read_flags(descriptor, flags); });
    if (error != 0) return SystemResult<Immutable>::failed(error);
    return (flags & FS_IMMUTABLE_FL) != 0 ? Immutable::yes : Immutable::no;
}

int set_immutable_flag(const Place& place, Immutable value) {
    return with_open(place, [value](int descriptor) {
        unsigned flags = 0;
        if (const int error = read_flags(descriptor, flags); error != 0) return error;
        flags = value == Immutable::yes ? flags | FS_IMMUTABLE_FL
                                        : flags & ~static_cast<unsigned>(FS_IMMUTABLE_FL);
        return ::ioctl(descriptor, FS_IOC_SETFLAGS, &flags) == 0 ? 0 : errno;
    });
}

} // namespace vow
