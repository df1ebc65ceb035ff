#include "agent/pull/source.h"

#include "agent/release/untrusted.h"
#include "protocol/system/place.h"

#include <cerrno>
#include <cstring>

namespace vow::agent {
namespace {

/// A folder with `metadata` and `targets`, as `vow release` makes it.
class FolderMirror : public Mirror {
public:
    FolderMirror(std::string path, std::string shown)
        : path_(std::move(path)),
          shown_(std::move(shown)) {}

    std::optional<std::string> metadata(const std::string& file, std::size_t max_bytes) override {
        return read("/metadata/" + file, max_bytes);
    }

    std::optional<std::string> target(const std::string& file, std::size_t max_bytes) override {
        return read("/targets/" + file, max_bytes);
    }

private:
    std::optional<std::string> read(const std::string& file_below, std::size_t max_bytes) {
        const std::string path = shown_ + file_below;
        const auto place = Place::at(path_ + file_below);
        const auto file = place ? place->open_file(Place::Access::read)
                                : SystemResult<FileDescriptor>::failed(place.error());
        if (!file) return absent(path, file.error());
        auto bytes = read_all(*file, max_bytes + 1);
        if (!bytes) throw Untrusted(TrustRule::fetch, path + ": " + std::strerror(errno));
        if (bytes->size() > max_bytes)
            throw Untrusted(
                TrustRule::size, path + " has more than " + std::to_string(max_bytes) + " bytes"
            );
        return bytes;
    }

    /// A file that is missing in a repository, or one that cannot be read.
    std::optional<std::string> absent(const std::string& path, int error) const {
        const auto folder = Place::at(path_ + "/metadata");
        const bool is_repository = folder && folder->open_folder();
        if (is_repository && error == ENOENT) return std::nullopt;
        if (error == ENOENT || error == ENOTDIR)
            throw Untrusted(
                TrustRule::fetch,
                "'" + shown_ + "' has no folder 'metadata', so it is not a repository"
            );
        throw Untrusted(TrustRule::fetch, path + ": " + std::strerror(error));
    }

    std::string path_, shown_;
};

} // namespace

std::optional<Source> source_from(const std::string& text) {
    constexpr std::string_view git = "git+";
    if (text.starts_with("https://") || text.starts_with("http://"))
        return Source{Source::Kind::web, text};
    if (text.starts_with('/')) return Source{Source::Kind::folder, text};
    if (text.starts_with(git) && text.size() > git.size())
        return Source{Source::Kind::git, text.substr(git.size())};
    return std::nullopt;
}

std::unique_ptr<Mirror> open_source(const Source& source, const SourceTools& tools) {
    switch (source.kind) {
    case Source::Kind::web: return open_web(source.place, tools);
    case Source::Kind::folder: return open_folder(".", source.place);
    case Source::Kind::git: return open_git(source.place, tools);
    }
    return nullptr;
}

std::unique_ptr<Mirror> open_folder(const std::string& path, const std::string& shown) {
    return std::make_unique<FolderMirror>(path, shown);
}

} // namespace vow::agent
