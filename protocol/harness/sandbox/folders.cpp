#include "protocol/harness/sandbox/folders.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <string_view>
#include <system_error>

#include <sys/stat.h>
#include <unistd.h>

namespace vow::harness {
namespace {

namespace fs = std::filesystem;

/// The rights of this user in a folder, as owner bits.
mode_t own_rights(const std::string& folder) {
    mode_t rights = 0;
    if (::access(folder.c_str(), R_OK) == 0) rights |= S_IRUSR;
    // On a read-only mount the user's right is looked at first.
    if (::access(folder.c_str(), W_OK) == 0 || errno == EROFS) rights |= S_IWUSR;
    if (::access(folder.c_str(), X_OK) == 0) rights |= S_IXUSR;
    return rights;
}

/// Folders of programs and of the kernel, where users have nothing.
constexpr std::array<std::string_view, 9> foreign = {
    "/bin", "/boot", "/dev", "/lib", "/lib64", "/proc", "/sbin", "/sys", "/usr"};

/// Adds the writable folders up to `depth` levels below a folder, but none below another one.
void add_writable(std::vector<std::string>& places, const std::string& folder, int depth) {
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
        const std::string& path = entry.path().native();
        const bool is_own_kind = entry.is_directory(error) && !entry.is_symlink(error) &&
                                 std::ranges::find(foreign, path) == foreign.end();
        if (!is_own_kind) continue;
        if (::access(path.c_str(), W_OK) == 0)
            places.push_back(path);
        else if (depth > 1)
            add_writable(places, path, depth - 1);
    }
}

} // namespace

std::vector<std::string> places_to_write() {
    std::vector<std::string> places = {"/tmp", "/var/tmp", "/run/lock"};
    for (const char* name : {"TMPDIR", "HOME", "XDG_RUNTIME_DIR"}) {
        if (const char* place = std::getenv(name)) places.emplace_back(place);
    }
    constexpr int depth = 3;
    add_writable(places, "/", depth);
    std::error_code error;
    places.push_back(fs::current_path(error));
    for (std::string& place : places)
        place = fs::canonical(place, error); // empty if it does not exist
    std::erase_if(places, [](const std::string& place) { return place.size() < 2; });
    return places;
}

void imitate(const std::string& original, const fs::path& ours) {
    struct stat status = {};
    if (::stat(original.c_str(), &status) != 0) return;
    mode_t mode = status.st_mode & 07777U;
    const bool is_owned = ::chown(ours.c_str(), status.st_uid, status.st_gid) == 0;
    // Without root, every other owner is shown as a certain user, who may be this one.
    if (!is_owned || (status.st_uid != 0 && status.st_uid == ::geteuid()))
        mode = (mode & ~static_cast<mode_t>(S_IRWXU)) | own_rights(original);
    ::chmod(ours.c_str(), mode);
}

std::set<std::string> names_in(const fs::path& folder) {
    std::set<std::string> names;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
        names.insert(entry.path().filename().native());
    return names;
}

} // namespace vow::harness
