#include "agent/simulation/path_state.h"

#include "protocol/system/accounts.h"
#include "protocol/system/file_descriptor.h"
#include "protocol/text/digest.h"

#include <array>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace vow::agent {
namespace {

constexpr std::size_t max_kept_content = std::size_t{1} << 20U; ///< as much as is compared by line

std::string octal(mode_t mode) {
    std::array<char, 16> text{};
    const unsigned bits = mode & 07777U;
    const int size = std::snprintf(text.data(), text.size(), "%04o", bits);
    return {text.data(), static_cast<std::size_t>(size)};
}

std::string owner_of(const struct stat& status) {
    return user_name(status.st_uid).value_or(std::to_string(status.st_uid));
}

std::string group_of(const struct stat& status) {
    return group_name(status.st_gid).value_or(std::to_string(status.st_gid));
}

std::string_view kind_of(const struct stat& status) {
    switch (status.st_mode & S_IFMT) {
    case S_IFREG: return "file";
    case S_IFDIR: return "directory";
    case S_IFLNK: return "link";
    case S_IFIFO: return "named pipe";
    case S_IFSOCK: return "socket";
    default: return "device";
    }
}

/// Of a file that is too large to be kept.
HiddenContent digest_of_file(const FileDescriptor& file) {
    HiddenContent hidden;
    Digest digest;
    std::array<char, 1 << 16> block{};
    for (;;) {
        const ssize_t count = ::read(file.number(), block.data(), block.size());
        if (count <= 0) break;
        digest.add({block.data(), static_cast<std::size_t>(count)});
        hidden.size += static_cast<std::uint64_t>(count);
    }
    hidden.sha256 = digest.digits();
    return hidden;
}

} // namespace

std::optional<PathState> PathState::at(const std::string& path) {
    struct stat status = {};
    if (::lstat(path.c_str(), &status) != 0) return std::nullopt;
    return of(path, status);
}

PathState PathState::of(const std::string& path, const struct stat& status) {
    PathState state(status);
    if (S_ISLNK(status.st_mode)) {
        std::error_code error;
        state.content_ = std::filesystem::read_symlink(path, error);
    }
    if (!S_ISREG(status.st_mode)) return state;
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    if (std::cmp_greater(status.st_size, max_kept_content))
        state.digest_ = digest_of_file(file);
    else
        state.content_ = read_all_of(file, static_cast<std::size_t>(status.st_size)).value_or("");
    return state;
}

bool PathState::is_same(const struct stat& status) const {
    const auto time_of = [](const timespec& time) { return std::pair(time.tv_sec, time.tv_nsec); };
    return status.st_ino == status_.st_ino && status.st_mode == status_.st_mode &&
           status.st_size == status_.st_size &&
           time_of(status.st_ctim) == time_of(status_.st_ctim) &&
           time_of(status.st_mtim) == time_of(status_.st_mtim);
}

std::string PathState::named() const {
    return std::string(kind_of(status_)) + " '";
}

std::vector<Change> PathState::creation(const std::string& path) const {
    std::string what = "create " + named() + path + "'";
    if (S_ISLNK(status_.st_mode)) {
        Change change = field_change(what + " -> '" + content_ + "'", path, "target", "", content_);
        change.action = ChangeAction::create;
        return {std::move(change)};
    }
    what += ", mode '" + octal(status_.st_mode) + "'";
    if (digest_) {
        Change change = field_change(std::move(what), path, "content", "", "");
        change.action = ChangeAction::create;
        change.hidden_after = digest_;
        return {std::move(change)};
    }
    if (content_.empty()) return {presence_change(std::move(what), path, ChangeAction::create)};
    return {content_change(std::move(what), path, std::nullopt, content_)};
}

Change PathState::removal(const std::string& path) const {
    return presence_change("delete " + named() + path + "'", path, ChangeAction::remove);
}

bool PathState::has_content_of(const PathState& other) const {
    return content_ == other.content_ && digest_ == other.digest_;
}

Change PathState::change_of_content(const PathState& after, const std::string& path) const {
    std::string what = "change content of '" + path + "'";
    if (!digest_ && !after.digest_)
        return content_change(std::move(what), path, content_, after.content_);
    Change change = field_change(std::move(what), path, "content", "", "");
    change.hidden_before = digest_ ? digest_ : HiddenContent::of(content_);
    change.hidden_after = after.digest_ ? after.digest_ : HiddenContent::of(after.content_);
    return change;
}

std::vector<Change> PathState::changes_to(const PathState& after, const std::string& path) const {
    std::vector<Change> changes;
    const auto add = [&](const char* field, std::string was, std::string is) {
        if (was == is) return;
        std::string what =
            std::string("change ") + field + " of '" + path + "' from " + was + " to " + is;
        changes.push_back(field_change(std::move(what), path, field, std::move(was), std::move(is))
        );
    };
    if (S_ISLNK(status_.st_mode)) {
        add("target", content_, after.content_);
    } else if (!has_content_of(after)) {
        changes.push_back(change_of_content(after, path));
    } else if (S_ISREG(status_.st_mode)) {
        add("times",
            std::to_string(status_.st_mtim.tv_sec),
            std::to_string(after.status_.st_mtim.tv_sec));
    }
    if (!S_ISLNK(status_.st_mode))
        add("mode", octal(status_.st_mode), octal(after.status_.st_mode));
    add("owner", owner_of(status_), owner_of(after.status_));
    add("group", group_of(status_), group_of(after.status_));
    return changes;
}

std::vector<Change> changes_between(
    const std::string& path,
    const std::optional<PathState>& before,
    const std::optional<PathState>& after
) {
    if (!before && !after) return {};
    if (!before) return after->creation(path);
    if (!after) return {before->removal(path)};
    if ((before->status_.st_mode & S_IFMT) == (after->status_.st_mode & S_IFMT))
        return before->changes_to(*after, path);
    std::vector<Change> changes = {before->removal(path)};
    for (Change& change : after->creation(path))
        changes.push_back(std::move(change));
    return changes;
}

} // namespace vow::agent
