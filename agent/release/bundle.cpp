#include "agent/release/bundle.h"

#include "protocol/text/shown_text.h"

#include <array>
#include <cerrno>
#include <map>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>

namespace vow::agent {
namespace {

using EntryKind = BundleEntry::Kind;

constexpr mode_t mode_of_files = 0644;
constexpr mode_t mode_of_programs = 0755;
constexpr mode_t mode_of_folders = 0755;

[[noreturn]] void fail(const std::string& name, int error) {
    throw BundleFault("'" + shown(name) + "': " + std::generic_category().message(error), error);
}

mode_t plain_mode(mode_t mode) {
    return (mode & S_IXUSR) != 0 ? mode_of_programs : mode_of_files;
}

EntryKind entry_kind(mode_t mode) {
    if (S_ISREG(mode)) return EntryKind::file;
    if (S_ISDIR(mode)) return EntryKind::folder;
    return S_ISLNK(mode) ? EntryKind::link : EntryKind::other;
}

/// The name in the bundle of an entry of a folder, which is empty for the bundle itself.
std::string path_below(const std::string& folder, const std::string& name) {
    return folder.empty() ? name : folder + "/" + name;
}

class Packing {
public:
    explicit Packing(const BundleLimits& limits) : limits_(limits), rules_(limits) {}

    PackedBundle pack(const OpenFolder& folder) {
        add_folder(folder, "");
        check_hard_links();
        const BundleContents contents = {rules_.entries(), rules_.content()};
        std::string bytes = writer_.finish();
        check_packed_size(bytes.size(), limits_);
        return {std::move(bytes), contents};
    }

private:
    void add_folder(const OpenFolder& folder, const std::string& path) {
        const auto names = names_in(folder);
        if (!names) fail(path.empty() ? "." : path, names.error());
        for (const std::string& name : *names) {
            if (path.empty() && name == ".git") continue;
            add(Place(folder, name), path_below(path, name));
        }
    }

    void add(const Place& place, const std::string& path) {
        const auto status = place.status();
        if (!status) fail(path, status.error());
        BundleEntry entry = {
            .name = path, .kind = entry_kind(status->st_mode), .mode = status->st_mode & 07777U};
        if (entry.kind == EntryKind::file) return add_file(place, std::move(entry));
        if (entry.kind == EntryKind::link) entry.target = target_of(place, path);
        rules_.check(entry);
        entry.mode = entry.kind == EntryKind::folder ? mode_of_folders : 0777;
        writer_.add(entry, {});
        if (entry.kind != EntryKind::folder) return;
        const auto inside = place.open_folder(*status);
        if (!inside) fail(path, inside.error());
        add_folder(*inside, path);
    }

    static std::string target_of(const Place& place, const std::string& path) {
        auto target = place.link_target();
        if (!target) fail(path, target.error());
        return *std::move(target);
    }

    void add_file(const Place& place, BundleEntry entry) {
        const auto opened = place.open_with_status(Place::Access::read);
        if (!opened) fail(entry.name, opened.error());
        entry.size = static_cast<std::uint64_t>(opened->status.st_size);
        entry.mode = opened->status.st_mode & 07777U;
        rules_.check(entry);
        note_names(opened->status, entry.name);
        const auto content = read_all_of(opened->file, entry.size, entry.size + 1);
        if (!content) fail(entry.name, errno);
        if (content->size() != entry.size)
            throw BundleFault("'" + shown(entry.name) + "' changed while it was read: try again");
        entry.mode = plain_mode(entry.mode);
        writer_.add(entry, *content);
        check_packed_size(writer_.size(), limits_);
    }

    struct HardLinked {
        std::string name; ///< the first
        nlink_t missing;  ///< names of the file that were not found yet
    };

    void note_names(const struct stat& status, const std::string& name) {
        if (status.st_nlink < 2) return;
        const auto key = std::pair(status.st_dev, status.st_ino);
        const auto found = hard_linked_.emplace(key, HardLinked{name, status.st_nlink}).first;
        --found->second.missing;
    }

    void check_hard_links() const {
        for (const auto& [key, file] : hard_linked_) {
            if (file.missing == 0) continue;
            throw BundleFault(
                "'" + shown(file.name) +
                "' has another name outside of the folder (a hard link), by which it can change: "
                "copy it"
            );
        }
    }

    BundleLimits limits_;
    BundleRules rules_;
    BundleWriter writer_ = {};
    std::map<std::pair<dev_t, ino_t>, HardLinked> hard_linked_ = {};
};

/// The bits that new files do not get.
mode_t masked_bits() {
    const mode_t mask = ::umask(S_IWGRP | S_IWOTH);
    ::umask(mask);
    return mask;
}

class Unpacking {
public:
    Unpacking(const OpenFolder& folder, const BundleLimits& limits)
        : top_(folder),
          folder_(folder),
          rules_(limits) {}

    BundleContents unpack(std::string_view bytes) {
        BundleReader reader(bytes);
        while (auto entry = reader.next()) {
            if (entry->kind == EntryKind::folder && entry->name.ends_with('/'))
                entry->name.pop_back();
            rules_.check(*entry);
            write(*entry, reader);
        }
        return {rules_.entries(), rules_.content()};
    }

private:
    void write(const BundleEntry& entry, BundleReader& reader) {
        const Place place = place_of(entry.name);
        int error = 0;
        if (entry.kind == EntryKind::folder) {
            error = place.make_folder(mode_of_folders);
        } else if (entry.kind == EntryKind::link) {
            error = place.make_link(entry.target);
        } else {
            write_file(place, entry, reader);
        }
        if (error != 0) fail(entry.name, error);
    }

    /// Opens the folder of a name, unless it is that of the last one. No component is a link.
    Place place_of(const std::string& name) {
        const std::size_t end = name.rfind('/');
        const std::string above = end == std::string::npos ? "" : name.substr(0, end);
        if (above != path_) {
            folder_ = opened(above);
            path_ = above;
        }
        return {folder_, end == std::string::npos ? name : name.substr(end + 1)};
    }

    OpenFolder opened(const std::string& path) const {
        OpenFolder folder = top_;
        std::size_t begin = 0;
        while (begin < path.size()) {
            const std::size_t end = std::min(path.find('/', begin), path.size());
            const auto inside = Place(folder, path.substr(begin, end - begin)).open_folder();
            if (!inside) fail(path, inside.error());
            folder = *inside;
            begin = end + 1;
        }
        return folder;
    }

    /// The content is at most what the entry announced, which the rules have counted.
    void write_file(const Place& place, const BundleEntry& entry, BundleReader& reader) const {
        const mode_t mode = plain_mode(entry.mode);
        FileDescriptor file(::openat(
            place.folder()->number(),
            place.name().c_str(),
            O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
            mode
        ));
        if (!file) fail(entry.name, errno);
        std::array<char, 1 << 16> block; // NOLINT(*-member-init): it is filled
        std::uint64_t rest = entry.size;
        while (const std::size_t count = reader.read(block.data(), block.size())) {
            if (count > rest)
                throw BundleFault("'" + shown(entry.name) + "' is larger than announced");
            rest -= count;
            if (!write_all(file, {block.data(), count})) fail(entry.name, errno);
        }
        if (rest > 0) throw BundleFault("'" + shown(entry.name) + "' is shorter than announced");
        const bool has_mode = (mode & masked_) == 0 || ::fchmod(file.number(), mode) == 0;
        if (!has_mode || !file.close()) fail(entry.name, errno);
    }

    OpenFolder top_;
    OpenFolder folder_;
    std::string path_ = {}; ///< of folder_
    BundleRules rules_;
    mode_t masked_ = masked_bits();
};

} // namespace

PackedBundle pack_bundle(const OpenFolder& folder, const BundleLimits& limits) {
    return Packing(limits).pack(folder);
}

BundleContents
unpack_bundle(std::string_view bytes, const OpenFolder& empty_folder, const BundleLimits& limits) {
    check_packed_size(bytes.size(), limits);
    const auto names = names_in(empty_folder);
    if (!names) fail(".", names.error());
    if (!names->empty()) throw BundleFault("the folder to unpack into is not empty");
    return Unpacking(empty_folder, limits).unpack(bytes);
}

} // namespace vow::agent
