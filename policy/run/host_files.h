#pragma once

#include "policy/run/answer.h"
#include "protocol/text/digest.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow {

/// The most bytes of a file or of a command's output that evaluation takes at a time.
constexpr std::size_t max_answer_bytes = std::size_t{64} << 20U;

/// The most bytes of a secret.
constexpr std::size_t max_secret_bytes = std::size_t{1} << 20U;

enum class FileKind { regular, directory, symlink, fifo, socket, character_device, block_device };

/// The status of a file, as returned by stat. Times are seconds since the epoch.
struct FileStatus {
    FileKind kind;
    std::uint32_t mode; ///< permission bits, 07777
    std::uint32_t owner, group;
    std::uint64_t size, inode, device, links;
    std::int64_t accessed, modified, changed;
};

enum class Symlinks { follow, as_they_are };
/// The rights that a file with a secret may give: to its owner, or to a group that reads it, too.
enum class SecretRights { owner_alone, group_reads };
enum class Access { exists, read, write, execute };

/// The files of a machine, as far as evaluation may read them. It writes one thing by itself: a
/// line of a report. Files are otherwise changed by modules.
class HostFiles {
public:
    HostFiles() = default;
    HostFiles(const HostFiles&) = delete;
    HostFiles& operator=(const HostFiles&) = delete;
    virtual ~HostFiles() = default;

    /// At most `limit` bytes.
    virtual Answer<std::string> read_file(const std::string& path, std::size_t limit) = 0;
    /// The same of a regular file, and not by a link that an unprivileged user can have planted.
    virtual Answer<std::string> read_guarded_file(const std::string& path, std::size_t limit) = 0;
    /// The whole of a regular file, not by a link, that belongs to root or to the running user and
    /// that others have no rights to. The file that is read is the one that was checked.
    virtual Answer<std::string> read_secret_file(const std::string& path, SecretRights rights) = 0;
    /// At most `limit` bytes of a file whose text becomes policy or code: only one that is there
    /// and can be trusted before it is opened.
    virtual CheckedAnswer<std::string>
    read_trusted_file(const std::string& path, std::size_t limit) = 0;
    /// The digest of a regular file of any size, in lower-case hexadecimal digits.
    virtual Answer<std::string>
    file_digest(const std::string& path, Digest::Algorithm algorithm) = 0;
    /// The same, not by such a link.
    virtual Answer<std::string>
    guarded_file_digest(const std::string& path, Digest::Algorithm algorithm) = 0;
    virtual Answer<FileStatus> status(const std::string& path, Symlinks symlinks) = 0;
    virtual bool may(Access access, const std::string& path) = 0;
    /// Why what is there must not be believed or run, since somebody else could change it, with the
    /// remedy; nullopt if it may be, or if nothing is there.
    virtual std::optional<std::string> objection_to(const std::string& path) = 0;
    /// The same of everything in a folder, which need not be one.
    virtual std::optional<std::string> objection_to_tree(const std::string& path) = 0;
    virtual Answer<std::string> link_target(const std::string& path) = 0;
    virtual Answer<std::string> real_path(const std::string& path) = 0;
    /// Names in a directory, including "." and "..", sorted.
    virtual Answer<std::vector<std::string>> list_directory(const std::string& path) = 0;
    enum class AccessLists { own, inherited };
    /// The entries of an access control list: "user:root:rwx". Links are followed.
    virtual Answer<std::vector<std::string>>
    access_list(const std::string& path, AccessLists which) = 0;
    /// Free kibibytes on the file system that holds `path`.
    virtual Answer<std::uint64_t> free_kibibytes(const std::string& path) = 0;

    /// Appends a line to a file, which is created if it does not exist: for reports. Returns the
    /// reason of a failure.
    virtual std::optional<std::string>
    append_line(const std::string& path, std::string_view line) = 0;
};

/// The whole file. One of more than `max_bytes` bytes is not returned in part: the answer is the
/// reason.
Answer<std::string> read_whole_file(
    HostFiles& files, const std::string& path, std::size_t max_bytes = max_answer_bytes
);

/// The same by read_guarded_file().
Answer<std::string> read_whole_guarded_file(
    HostFiles& files, const std::string& path, std::size_t max_bytes = max_answer_bytes
);

/// At most `limit` bytes of a file; if that is more than `max_answer_bytes`, the whole file.
Answer<std::string> read_file_part(HostFiles& files, const std::string& path, std::size_t limit);

/// The answer if the text has at most `max_bytes` bytes, otherwise the reason.
Answer<std::string> within(std::size_t max_bytes, Answer<std::string> text);

} // namespace vow
