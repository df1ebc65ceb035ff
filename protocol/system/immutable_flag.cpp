#include "protocol/system/immutable_flag.h"

#include <cerrno>

#include <linux/fs.h>
#include <sys/ioctl.h>

namespace vow {
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
