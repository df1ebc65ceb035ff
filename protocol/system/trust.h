#pragma once

#include "protocol/system/command.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <dirent.h>
#include <sys/stat.h>
#include <sys/types.h>

namespace vow {

/// Why something must not be believed or run: the path at fault, its owner and the remedy.
struct Objection {
    std::string reason;
};

/// A command that may be started with our rights: only trusted users can change its program, the
/// interpreters that programs name in their first line, and the other files that it runs. Only
/// Trust::checked makes one, so nothing can be started unchecked.
///
/// It holds names, not descriptors: a script has to see its own path. No other user can give such
/// a name to another file, since every folder on the way was checked, too.
class TrustedCommand {
public:
    const Command& operator*() const { return command_; }
    const Command* operator->() const { return &command_; }
    /// The errno that its start ends with, since its program cannot be found; 0 if it was found.
    int error() const { return error_; }

private:
    friend class Trust;
    TrustedCommand(Command command, int error) : command_(std::move(command)), error_(error) {}

    Command command_;
    int error_;
};

/// Why a file must not be read: an objection, or the errno of looking for it.
struct Refusal {
    std::optional<Objection> objection = {};
    int error = 0;
};

/// Decides whether a privileged program may believe or run the file at a path: only trusted users
/// may be able to change it. That depends on owner, mode and access list of the file, of every
/// folder above it, and on the owner of every link on the way; a sticky folder may be writable,
/// since there each entry belongs to its owner.
///
/// The check goes from the root down, so that no other user can change what was checked before it
/// is opened.
class Trust {
public:
    /// Trusts whatever is at any path.
    static Trust in_everything() { return {}; }
    /// Only root has rights that others could gain, so the programs of other users trust
    /// everything. One of root trusts root, the user who called sudo, and the owners of the files
    /// that its command line names.
    static Trust of_process(const std::vector<std::string>& named = {});
    /// Trusts root and these users.
    explicit Trust(std::vector<uid_t> users);

    /// Adds a remedy to the reason of each objection: "mend that, or ...".
    Trust with_remedy(std::string remedy) &&;

    /// nullopt if the path can be trusted, or nothing is there.
    std::optional<std::string> objection_to(const std::string& path) const;
    /// The same of what a program opens later by its path: also an objection if nothing is there,
    /// but others can put it there.
    std::optional<std::string> objection_to_use(const std::string& path) const;
    /// Why programs must not be looked up in a folder: others can put some there, or make it.
    std::optional<std::string> objection_to_search(const std::string& folder) const;
    /// As objection_to, and the errno if nothing is there: for what is opened next.
    std::optional<Refusal> refusal_of(const std::string& path) const;
    /// As objection_to, of everything in a folder, which need not be one, and where links in it
    /// lead; also an objection if that is too much to look at.
    std::optional<std::string> objection_to_tree(const std::string& path) const;
    /// A program that gets the rights of another user than root cannot harm us, and is not checked.
    std::variant<TrustedCommand, Objection> checked(Command command) const;

    /// The trusted users besides root; nullopt: all.
    const std::optional<std::vector<uid_t>>& users() const { return users_; }

private:
    /// The result of a walk to a path: nothing wrong, an objection, or the errno of its end.
    struct Finding {
        std::optional<std::string> objection = {};
        std::optional<std::string> absence = {}; ///< an objection to using what is not there
        int error = 0;
        std::string real = {};   ///< where it ended, without links
        std::string inside = {}; ///< the same for a process that is confined to the root
        struct stat status = {};
    };
    /// A path as a process uses it that may be confined to a root, where links lead as well.
    struct Seen {
        std::string path;
        std::string root = {}; ///< empty: not confined
    };

    Trust() = default;

    bool has(uid_t user) const;
    std::optional<std::string> fault_of_members(gid_t group) const;
    std::optional<std::string> fault_of_group(const std::string& path, gid_t group) const;
    std::optional<std::string>
    fault_of_writers(const std::string& path, const struct stat& status) const;
    std::optional<std::string> fault_of(const std::string& path, const struct stat& status) const;
    std::optional<std::string> fault_of_absence(const std::string& path) const;
    Finding walk(const Seen& seen) const;
    std::optional<std::string>
    judge_tree(const Seen& top, bool (*is_wanted)(const dirent& entry)) const;
    static Seen seen_by(const Command& command, const std::string& path);
    /// The program that PATH of a command has for a name; others decide about it if there is a
    /// fault.
    struct Search {
        std::optional<std::string> program = {};
        std::optional<std::string> fault = {};
    };
    std::optional<std::string> fault_of_search(const Seen& folder) const;
    Search search(const std::string& name, const Command& command) const;
    Search program_of_env(const std::vector<std::string>& words, const Command& command) const;
    Finding judge_program(const std::string& path, const Command& command, int depth) const;
    std::optional<std::string> judge_line(const Command& command) const;
    std::optional<std::string> judge_imports(const Seen& script) const;
    std::string advised(std::string reason) const;

    std::optional<std::vector<uid_t>> users_ = {}; ///< nullopt: all
    std::string remedy_ = {};
};

/// A trust that covers these users, too: those whom the settings of a host name.
Trust trusting(const Trust& trust, const std::vector<uid_t>& users);

/// A trust as options of a module's program: --trust-user NUMBER, --trust-paths.
std::vector<std::string> trust_arguments(const Trust& trust);

/// The trust of the agent that has started this process as a module, from its options. Without any
/// it is that of the process. Options that it does not know are ignored.
Trust trust_of_agent(const std::vector<std::string>& arguments);

} // namespace vow
