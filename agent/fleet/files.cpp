#include "agent/fleet/files.h"

#include "policy/run/usage_error.h"
#include "protocol/system/place.h"
#include "protocol/system/replacement.h"

#include <cerrno>
#include <cstring>

#include <unistd.h>

namespace vow::agent {
namespace {

constexpr std::size_t max_bytes = 4 << 20;
constexpr mode_t rights_of_others = 0077;

[[noreturn]] void fail(const std::string& action, const std::string& path, int error) {
    throw UsageError("cannot " + action + " '" + path + "': " + std::strerror(error));
}

OpenFile open_at(const std::string& path) {
    const auto place = Place::at(path);
    if (!place) fail("read", path, place.error());
    auto opened = place->open_with_status(Place::Access::read);
    if (!opened) fail("read", path, opened.error());
    return std::move(*opened);
}

std::string content_of(const OpenFile& opened, const std::string& path) {
    auto bytes = read_all(opened.file, max_bytes);
    if (!bytes) fail("read", path, errno);
    return std::move(*bytes);
}

} // namespace

void make_fleet_folder(const std::string& path, Readers readers) {
    const mode_t mode = readers == Readers::owner ? 0700 : 0755;
    const int error = make_folders(path, mode);
    if (error != 0 && error != EEXIST) fail("make the folder", path, error);
}

void write_fleet_file(const std::string& path, std::string_view bytes, Readers readers) {
    const auto place = Place::at(path);
    if (!place) fail("write", path, place.error());
    const mode_t mode = readers == Readers::owner ? 0600 : 0644;
    if (const int error = replace_file(*place, bytes, mode, Replacement::Durability::name))
        fail("write", path, error);
}

bool is_fleet_file(const std::string& path) {
    const auto place = Place::at(path);
    const auto status = place ? place->status() : SystemResult<struct stat>::failed(place.error());
    if (status) return true;
    const bool is_missing = status.error() == ENOENT || status.error() == ENOTDIR;
    if (!is_missing) fail("read", path, status.error());
    return false;
}

std::string read_fleet_file(const std::string& path) {
    return content_of(open_at(path), path);
}

std::string read_secret_fleet_file(const std::string& path) {
    const OpenFile opened = open_at(path);
    if (opened.status.st_uid != ::geteuid() || (opened.status.st_mode & rights_of_others) != 0)
        throw UsageError("'" + path + "' must belong to the running user, with mode 0600");
    return content_of(opened, path);
}

void remove_fleet_file(const std::string& path) {
    const auto place = Place::at(path);
    if (!place) return;
    const int error = place->unlink();
    if (error != 0 && error != ENOENT) fail("remove", path, error);
}

void remove_fleet_folder(const std::string& path) {
    const auto place = Place::at(path);
    if (!place || !place->status()) return;
    if (const int error = place->remove_tree()) fail("remove", path, error);
}

} // namespace vow::agent
