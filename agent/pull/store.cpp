#include "agent/pull/store.h"

#include "protocol/system/accounts.h"
#include "protocol/system/replacement.h"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vow::agent {
namespace {

constexpr mode_t folder_mode_of_store = 0700, passable = 0711, data_file_mode = 0600;
constexpr std::string_view unfinished = ".new-";

[[noreturn]] void fail_store(int error, const std::string& path) {
    throw std::system_error(error, std::generic_category(), path);
}

void require_stored(int error, const std::string& path) {
    if (error != 0) fail_store(error, path);
}

Place stored_place(const std::string& path) {
    auto place = Place::at(path);
    if (!place) fail_store(place.error(), path);
    return *std::move(place);
}

OpenFolder folder_at(const std::string& path) {
    auto folder = stored_place(path).open_folder();
    if (!folder) fail_store(folder.error(), path);
    return *std::move(folder);
}

void make_folder(const std::string& path, mode_t mode) {
    const int error = stored_place(path).make_folder(mode);
    if (error != EEXIST) require_stored(error, path);
}

std::vector<std::string> names(const std::string& path) {
    auto found = names_in(folder_at(path));
    if (!found) fail_store(found.error(), path);
    return *std::move(found);
}

/// The user of the process that fetches has to pass through a folder of root, and sees nothing.
void let_pass(const std::string& path) {
    const Place place = stored_place(path);
    const auto status = place.status();
    if (!status) fail_store(status.error(), path);
    if ((status->st_mode & passable) != passable)
        require_stored(place.set_mode((status->st_mode | passable) & 07777U, *status), path);
}

void give_to_nobody(const std::string& path) {
    const auto user = find_user("nobody");
    if (!user) return;
    const Place place = stored_place(path);
    const auto status = place.status();
    if (!status) fail_store(status.error(), path);
    if (status->st_uid != user->uid)
        require_stored(place.set_owner(user->uid, user->gid, *status), path);
}

/// Disk space that is kept back, and freed when the disk is full.
void take_reserve(const std::string& path) {
    constexpr off_t size = 4 << 20;
    const Place place = stored_place(path);
    const auto status = place.status();
    if (status && status->st_size == size) return;
    auto file = Replacement::beside(place);
    if (!file || ::posix_fallocate(file->file().number(), 0, size) != 0) return;
    file->commit(Replacement::Existing::replaced, Replacement::Durability::unsynced);
}

/// A place holds its folder without the right to read or sync it.
FileDescriptor readable(const OpenFolder& folder) {
    return FileDescriptor(::openat(folder->number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

void sync_folder(const OpenFolder& folder, const std::string& path) {
    if (::fsync(readable(folder).number()) != 0) fail_store(errno, path);
}

} // namespace

void ReleaseStore::prepare() const {
    const bool is_root = ::geteuid() == 0;
    require_stored(make_folders(folder_, folder_mode_of_store), folder_);
    for (const char* name : {"/store", "/metadata", "/data", "/secrets", "/fetch"})
        make_folder(folder_ + name, folder_mode_of_store);
    if (is_root) {
        let_pass(folder_.substr(0, folder_.rfind('/')));
        let_pass(folder_);
        give_to_nobody(fetch_folder());
    }
    for (const char* name : {"/store", "/secrets"}) {
        for (const std::string& entry : names(folder_ + name))
            if (entry.starts_with(unfinished))
                require_stored(stored_place(folder_ + name + "/" + entry).remove_tree(), entry);
    }
    take_reserve(folder_ + "/reserve");
}

void ReleaseStore::free_reserve() const {
    stored_place(folder_ + "/reserve").unlink();
}

std::vector<std::string> ReleaseStore::bundles() const {
    return names(folder_ + "/store");
}

std::set<std::string> ReleaseStore::digests() const {
    std::set<std::string> all;
    for (const char* folder : {"/store", "/data"})
        for (std::string& name : names(folder_ + folder))
            all.insert(std::move(name));
    return all;
}

void ReleaseStore::add_bundle(
    const std::string& digest, std::string_view bytes, const BundleLimits& limits
) const {
    const OpenFolder store = folder_at(folder_ + "/store");
    const Place half(store, std::string(unfinished) + digest);
    half.remove_tree(); // of a pull that failed
    require_stored(half.make_folder(folder_mode_of_store), half.name());
    try {
        const auto folder = half.open_folder();
        if (!folder) fail_store(folder.error(), half.name());
        unpack_bundle(bytes, *folder, limits);
        if (::syncfs(readable(*folder).number()) != 0) fail_store(errno, half.name());
    } catch (...) {
        half.remove_tree();
        throw;
    }
    require_stored(half.rename_to(Place(store, digest)), digest);
    sync_folder(store, folder_ + "/store");
}

void ReleaseStore::add_data(const std::string& digest, std::string_view bytes) const {
    const std::string path = folder_ + "/data/" + digest;
    require_stored(
        replace_file(stored_place(path), bytes, data_file_mode, Replacement::Durability::name), path
    );
}

void ReleaseStore::name_secrets(
    const std::string& release, const std::map<std::string, std::string>& data
) const {
    const OpenFolder all = folder_at(folder_ + "/secrets");
    if (data.empty() || Place(all, release).status()) return;
    const Place half(all, std::string(unfinished) + release);
    require_stored(half.make_folder(folder_mode_of_store), half.name());
    const auto folder = half.open_folder();
    if (!folder) fail_store(folder.error(), half.name());
    for (const auto& [name, digest] : data)
        require_stored(
            Place(*folder, name + ".age").make_hard_link(stored_place(folder_ + "/data/" + digest)),
            name
        );
    sync_folder(*folder, half.name());
    require_stored(half.rename_to(Place(all, release)), release);
    sync_folder(all, folder_ + "/secrets");
}

void ReleaseStore::point(const std::string& link, const std::optional<std::string>& digest) const {
    const std::string path = folder_ + "/" + link;
    const Place place = stored_place(path);
    const auto target = place.link_target();
    if (digest) {
        const std::string wanted = "store/" + *digest;
        if (target && *target == wanted) return;
        require_stored(replace_link(place, wanted), path);
    } else {
        const int error = place.unlink();
        if (error == ENOENT) return;
        require_stored(error, path);
    }
    sync_folder(place.folder(), folder_);
}

void ReleaseStore::prune(
    const std::set<std::string>& digests, const std::set<std::string>& releases
) const {
    const auto keep_in = [&](const char* folder, const std::set<std::string>& kept) {
        for (const std::string& name : names(folder_ + folder))
            if (!kept.contains(name))
                require_stored(stored_place(folder_ + folder + "/" + name).remove_tree(), name);
    };
    keep_in("/store", digests);
    keep_in("/data", digests);
    keep_in("/secrets", releases);
}

} // namespace vow::agent
