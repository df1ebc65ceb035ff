#pragma once

#include "policy/run/answer.h"
#include "policy/run/connection.h"
#include "policy/run/dialogue.h"
#include "protocol/system/account.h"
#include "protocol/system/command.h"
#include "protocol/system/running_process.h"
#include "protocol/text/digest.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow {

/// The most bytes of a file or of a command's output that evaluation takes at a time.
constexpr std::size_t most_answer_bytes = std::size_t{64} << 20U;

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
enum class Access { exists, read, write, execute };

struct CommandResult {
    int exit_code;      ///< 128+N when ended by signal N
    std::string output; ///< captured output, unchanged
};

/// The identity of the agent's own process.
struct Self {
    std::uint32_t uid, gid;
    std::int64_t pid, parent;
};

/// Everything that evaluation may read from this machine, and the little it may do by itself: run a
/// command for its output, append a report to a file. Promises are kept by modules, not here. Tests
/// use a fake.
class Host {
public:
    virtual ~Host() = default;

    /// At most `limit` bytes.
    virtual Answer<std::string> read_file(const std::string& path, std::size_t limit) = 0;
    /// The same of a regular file, and not by a link that an unprivileged user can have planted.
    virtual Answer<std::string> read_guarded_file(const std::string& path, std::size_t limit) {
        return read_file(path, limit);
    }
    /// The same of a file whose text becomes policy or code: only one that is there and can be
    /// trusted before it is opened.
    virtual CheckedAnswer<std::string>
    read_trusted_file(const std::string& path, std::size_t limit) = 0;
    /// The digest of a regular file of any size, in lower-case hexadecimal digits.
    virtual Answer<std::string>
    file_digest(const std::string& path, Digest::Algorithm algorithm) = 0;
    /// The same, not by such a link.
    virtual Answer<std::string>
    guarded_file_digest(const std::string& path, Digest::Algorithm algorithm) {
        return file_digest(path, algorithm);
    }
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

    virtual std::optional<std::string> environment(const std::string& name) = 0;
    /// Sets a variable of the environment that commands and modules get from here on. Returns the
    /// folders of PATH that are left out, since others can put programs there: warnings.
    virtual std::vector<std::string>
    set_environment(const std::string& /*name*/, const std::string& /*value*/) {
        return {};
    }
    /// A command that prints more than `most_answer_bytes` is ended, and has no result.
    virtual Answer<CommandResult> run(const Command& command) = 0;
    /// Starts a program for a dialogue in lines.
    virtual Answer<std::unique_ptr<Dialogue>> start_dialogue(const Command& /*command*/) {
        return {.why_not = "this host runs no programs"};
    }
    /// Begins to connect to another machine, or returns the connection that there is. It lives as
    /// long as this host.
    virtual Connection& connect(const Destination& destination) {
        throw ConnectionLost("this host does not reach '" + destination.host + "'");
    }
    /// The path of a file or folder that is installed with this program; empty if it is not.
    virtual std::string companion(std::string_view /*name*/) { return {}; }

    virtual std::optional<User> user(std::string_view name) = 0;
    virtual std::optional<User> user(std::uint32_t uid) = 0;
    virtual std::optional<Group> group(std::string_view name) = 0;
    virtual std::optional<Group> group(std::uint32_t gid) = 0;
    virtual std::vector<User> users() = 0;
    virtual std::vector<Group> groups() = 0;
    virtual std::vector<RunningProcess> processes() = 0;
    virtual Self self() = 0;

    virtual std::chrono::system_clock::time_point now() = 0;
};

/// The whole file. One of more than `most` bytes is not returned in part: the answer is the reason.
Answer<std::string>
read_whole_file(Host& host, const std::string& path, std::size_t most = most_answer_bytes);

/// The same by read_guarded_file().
Answer<std::string>
read_whole_guarded_file(Host& host, const std::string& path, std::size_t most = most_answer_bytes);

/// At most `limit` bytes of a file; if that is more than `most_answer_bytes`, the whole file.
Answer<std::string> read_file_part(Host& host, const std::string& path, std::size_t limit);

/// The absolute path of a program that PATH of a host's environment finds; nullopt if it finds
/// none.
std::optional<std::string> program_on_path(Host& host, std::string_view name);

/// The answer if the text has at most `most` bytes, otherwise the reason.
Answer<std::string> within(std::size_t most, Answer<std::string> text);

} // namespace vow
