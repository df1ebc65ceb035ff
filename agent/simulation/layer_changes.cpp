#include "agent/simulation/layer_changes.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string_view>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>

namespace vow::agent {
namespace {

namespace fs = std::filesystem;

/// The path of an entry in an open folder.
std::string path_in(const FileDescriptor& folder, const std::string& inner) {
    return "/proc/self/fd/" + std::to_string(folder.number()) + "/" + inner;
}

std::string joined(const std::string& folder, const std::string& name) {
    return folder.empty() ? name : folder + "/" + name;
}

/// The mark of an overlay for an entry of the folder below that is gone.
bool is_whiteout(const struct stat& status) {
    return S_ISCHR(status.st_mode) && status.st_rdev == 0;
}

/// Whether an overlay shows nothing of the folder below.
bool is_opaque(const std::string& path) {
    char value = 0;
    return ::lgetxattr(path.c_str(), "trusted.overlay.opaque", &value, 1) == 1 ||
           ::lgetxattr(path.c_str(), "user.overlay.opaque", &value, 1) == 1;
}

std::vector<std::string> names_in(const std::string& folder) {
    std::vector<std::string> names;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
        names.push_back(entry.path().filename());
    return names;
}

struct Entry {
    std::string name;
    struct stat status;
};

/// The entries of a folder inside an open one. Every promise has this called for all that has
/// changed so far, so that nothing is looked up by its whole path.
std::vector<Entry> entries_in(const FileDescriptor& folder, const std::string& inner) {
    std::vector<Entry> entries;
    const char* name = inner.empty() ? "." : inner.c_str();
    constexpr int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    const int number = ::openat(folder.number(), name, flags);
    const std::unique_ptr<DIR, int (*)(DIR*)> list(::fdopendir(number), &::closedir);
    if (!list) return entries;
    while (const dirent* entry = ::readdir(list.get())) {
        const std::string_view found = entry->d_name;
        if (found == "." || found == "..") continue;
        struct stat status = {};
        if (::fstatat(number, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0)
            entries.push_back({std::string(found), status});
    }
    return entries;
}

bool is_folder(const std::string& path) {
    struct stat status = {};
    return ::lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

std::string path_of(const harness::OpenLayer& layer, const std::string& inner) {
    if (inner.empty()) return layer.point;
    return (layer.point == "/" ? "" : layer.point) + "/" + inner;
}

bool lies_in(const std::string& path, const std::string& folder) {
    return !folder.empty() && path.starts_with(folder) &&
           (path.size() == folder.size() || path[folder.size()] == '/');
}

/// Folders of devices and of the kernel.
bool is_special(const std::string& path) {
    if (lies_in(path, "/dev/shm")) return false;
    return lies_in(path, "/dev") || lies_in(path, "/proc") || lies_in(path, "/sys");
}

/// Without links on the way.
std::string plain(const std::string& path) {
    std::error_code error;
    const fs::path whole = fs::weakly_canonical(fs::absolute(path, error), error);
    return error ? path : whole.native();
}

} // namespace

LayerChanges::LayerChanges(
    const std::vector<harness::OpenLayer>& layers, const std::string& ignored
)
    : layers_(layers),
      ignored_(ignored.empty() ? ignored : plain(ignored)) {}

std::vector<Change> LayerChanges::take() {
    ++round_;
    changes_.clear();
    for (const harness::OpenLayer& layer : layers_) {
        if (!is_special(layer.point)) look_at(layer, "");
    }
    note_vanished();
    std::ranges::stable_sort(changes_, {}, &Change::path);
    return std::exchange(changes_, {});
}

void LayerChanges::look_at(const harness::OpenLayer& layer, const std::string& inner) {
    const bool is_rebuilt = inner.empty() && layer.names.has_value();
    for (const auto& [name, status] : entries_in(layer.changed, inner)) {
        if (is_rebuilt && layer.names->contains(name)) continue;
        look_at_entry(layer, joined(inner, name), status);
    }
    if (!is_rebuilt) return;
    const std::string folder = path_in(layer.changed, inner);
    for (const std::string& name : *layer.names) {
        struct stat status = {};
        if (::lstat((folder + "/" + name).c_str(), &status) != 0) note_removed(layer, name);
    }
}

void LayerChanges::look_at_entry(
    const harness::OpenLayer& layer, const std::string& inner, const struct stat& status
) {
    ++looked_at_;
    const std::string path = path_of(layer, inner);
    if (lies_in(path, ignored_)) return;
    if (is_whiteout(status)) return note_removed(layer, inner);
    if (lies_in(ignored_, path)) return look_at(layer, inner); // the agent may have made it
    Found& found = found_at(layer, inner);
    found.round = round_;
    if (!found.state || !found.state->is_same(status)) {
        const bool was_folder = found.state && found.state->is_folder();
        note(path, found, PathState::of(path_in(layer.changed, inner), status));
        if (was_folder && !S_ISDIR(status.st_mode)) look_for_hidden(layer, inner);
    }
    if (!S_ISDIR(status.st_mode)) return;
    look_at(layer, inner);
    if (is_opaque(path_in(layer.changed, inner))) look_for_hidden(layer, inner);
}

/// The entries of a folder below that are shown no more, since something else has its path.
void LayerChanges::look_for_hidden(const harness::OpenLayer& layer, const std::string& inner) {
    for (const std::string& name : names_in(path_in(layer.original, inner))) {
        const std::string entry = joined(inner, name);
        struct stat status = {};
        if (::lstat(path_in(layer.changed, entry).c_str(), &status) != 0)
            note_removed(layer, entry);
    }
}

/// An entry of the folder below, with all that lies below it.
void LayerChanges::note_removed(const harness::OpenLayer& layer, const std::string& inner) {
    ++looked_at_;
    const std::string path = path_of(layer, inner);
    if (lies_in(path, ignored_)) return;
    Found& found = found_at(layer, inner);
    found.round = round_;
    const bool is_known = !found.state;
    if (is_known) return;
    note(path, found, std::nullopt);
    const std::string original = path_in(layer.original, inner);
    if (!is_folder(original)) return;
    for (const std::string& name : names_in(original))
        note_removed(layer, joined(inner, name));
}

/// A path that only existed in a layer leaves no mark there.
void LayerChanges::note_vanished() {
    for (auto& [path, found] : found_) {
        if (found.round != round_ && found.state) note(path, found, std::nullopt);
    }
}

LayerChanges::Found&
LayerChanges::found_at(const harness::OpenLayer& layer, const std::string& inner) {
    const std::string path = path_of(layer, inner);
    const auto known = found_.find(path);
    if (known != found_.end()) return known->second;
    const bool is_new = layer.names && !layer.names->contains(inner.substr(0, inner.find('/')));
    auto before = is_new ? std::nullopt : PathState::at(path_in(layer.original, inner));
    return found_.emplace(path, Found{std::move(before), round_}).first->second;
}

void LayerChanges::note(const std::string& path, Found& found, std::optional<PathState> now) {
    auto changes = changes_between(path, found.state, now);
    std::ranges::move(changes, std::back_inserter(changes_));
    found.state = std::move(now);
}

} // namespace vow::agent
