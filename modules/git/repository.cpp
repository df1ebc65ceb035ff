#include "modules/git/repository.h"

#include "modules/git/private_folder.h"
#include "modules/sdk/cpp/file_text.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/text/text.h"

#include <cerrno>
#include <filesystem>
#include <map>
#include <sstream>

#include <unistd.h>

namespace vow::modules {
namespace {

namespace fs = std::filesystem;

bool is_commit(std::string_view version) {
    return version.size() >= 7 &&
           version.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// Commits by the names that a remote lists, the target of `HEAD` under "HEAD ->". Other lines are
/// output of ssh.
std::map<std::string, std::string> names_in(const std::string& listing) {
    std::map<std::string, std::string> names;
    std::istringstream lines(listing);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t tab = line.find('\t');
        if (tab == std::string::npos) continue;
        const std::string name = line.substr(tab + 1);
        if (line.starts_with("ref: ")) {
            names[name + " ->"] = line.substr(5, tab - 5);
        } else {
            names[name] = line.substr(0, tab);
        }
    }
    return names;
}

} // namespace

bool Repository::exists() const {
    std::error_code fault;
    const fs::path path(settings_.destination);
    return fs::exists(fs::symlink_status(path, fault)) &&
           !(fs::is_directory(path, fault) && fs::is_empty(path, fault));
}

bool Repository::is_repository() const {
    std::error_code fault;
    const fs::path path(settings_.destination);
    return fs::exists(path / ".git", fault) || fs::is_regular_file(path / "HEAD", fault);
}

ToolRun Repository::clone() const {
    return is_exchangeable() ? clone_apart() : clone_to(settings_.destination);
}

bool Repository::is_exchangeable() const {
    return log_.trust().objection_to_use(folder_of(settings_.destination)).has_value();
}

ToolRun Repository::clone_apart() const {
    const std::string& path = settings_.destination;
    if (const int error = make_folders(folder_of(path), 0755); error != 0)
        return {.problem = path_error(path, error)};
    const auto target = Place::at(path);
    const PrivateFolder apart(path, log_.trust());
    const int error = target ? apart.error() : target.error();
    if (error != 0) return {.problem = path_error(path, error)};
    if (!apart.can_move_to(*target)) return clone_in_place(*target, apart);
    ToolRun cloned = clone_to(apart.path() + "/clone");
    if (!cloned.succeeded) return cloned;
    const auto made = Place::at(apart.path() + "/clone");
    const int moved = made ? made->rename_to(*target) : made.error();
    if (moved == 0) return cloned;
    return {.problem = text({"the clone cannot be moved to its place: ", path_error(path, moved)})};
}

ToolRun Repository::clone_in_place(const Place& target, const PrivateFolder& apart) const {
    const std::string& path = settings_.destination;
    const int made = target.make_folder(0755);
    const auto folder = target.status();
    int error = made == EEXIST ? 0 : made;
    if (error == 0) error = folder ? 0 : folder.error();
    if (error == 0 && folder->st_uid != ::geteuid()) error = ESTALE; // exchanged, or not ours
    // Removes the default access list that the folder above has passed on.
    if (error == 0) error = target.set_acl(AclKind::inherited, {}, *folder);
    if (error == EOPNOTSUPP) error = 0;
    if (error == 0) error = target.set_mode(0755, *folder);
    ToolRun cloned;
    if (error == 0)
        error = apart.show(path, folder->st_ino, [&] { cloned = clone_to(apart.path()); });
    if (!cloned.succeeded && made == 0) target.remove_folder();
    return error == 0 ? cloned : ToolRun{.problem = path_error(path, error)};
}

ToolRun Repository::clone_to(const std::string& folder) const {
    std::vector<std::string> arguments = {"clone", "--quiet", "--origin", settings_.remote};
    if (settings_.bare) arguments.emplace_back("--bare");
    if (settings_.recursive && !settings_.bare) arguments.emplace_back("--recurse-submodules");
    if (settings_.depth != "0") arguments.push_back("--depth=" + settings_.depth);
    if (!settings_.reference.empty())
        arguments.insert(arguments.end(), {"--reference", settings_.reference});
    const bool by_name = settings_.version != "HEAD" && !is_commit(settings_.version);
    if (by_name) arguments.insert(arguments.end(), {"--branch", settings_.version});
    arguments.insert(arguments.end(), {"--", settings_.repository, folder});
    ToolRun cloned = run(arguments, "");
    if (!cloned.succeeded || by_name || settings_.bare || settings_.version == "HEAD")
        return cloned;
    return run({"checkout", "--quiet", settings_.version, "--"}, folder);
}

ToolRun
Repository::run(const std::vector<std::string>& arguments, const std::string& directory) const {
    using Helpers = GitProgram::Helpers;
    return program_.run(
        arguments, directory, is_exchangeable() ? Helpers::ignored : Helpers::asked
    );
}

ToolRun Repository::git(const std::vector<std::string>& arguments) const {
    if (!is_exchangeable()) return run(arguments, settings_.destination);
    const PrivateFolder apart(settings_.destination, log_.trust());
    ToolRun ran;
    const int error = apart.error() != 0 ? apart.error() : apart.show(settings_.destination, [&] {
        ran = run(arguments, apart.path());
    });
    if (error == 0) return ran;
    return {
        .problem = text(
            {"other users can exchange its folder while git works there, and it cannot be shown ",
             "to git apart: ",
             path_error(settings_.destination, error)}
        )};
}

std::string Repository::commit() const {
    const ToolRun shown = git({"rev-parse", "--quiet", "--verify", "HEAD"});
    return shown.succeeded ? std::string(last_line_of(shown.output)) : "";
}

std::string Repository::branch() const {
    const ToolRun shown = git({"symbolic-ref", "--quiet", "--short", "HEAD"});
    return shown.succeeded ? std::string(last_line_of(shown.output)) : "";
}

bool Repository::has_local_changes() const {
    const ToolRun shown = git({"status", "--porcelain"});
    return shown.succeeded && !shown.output.empty();
}

bool Repository::contains(const std::string& commit) const {
    return git({"merge-base", "--is-ancestor", commit, "HEAD"}).succeeded;
}

std::variant<RemoteVersion, std::string> Repository::remote_version() const {
    const std::string& version = settings_.version;
    if (is_commit(version)) {
        const ToolRun known = git({"rev-parse", "--quiet", "--verify", version + "^{commit}"});
        return RemoteVersion{
            .commit = known.succeeded ? std::string(last_line_of(known.output)) : version};
    }
    const ToolRun listed = git({"ls-remote", "--symref", settings_.remote});
    if (!listed.succeeded) return listed.problem;
    const auto names = names_in(listed.output);
    std::string branch = "refs/heads/" + version;
    if (const auto head = names.find("HEAD ->"); version == "HEAD" && head != names.end())
        branch = head->second;
    if (const auto found = names.find(branch); found != names.end()) {
        return RemoteVersion{found->second, branch.substr(std::string_view("refs/heads/").size())};
    }
    const std::string tag = "refs/tags/" + version;
    for (const std::string& name : {tag + "^{}", tag}) {
        if (const auto found = names.find(name); found != names.end())
            return RemoteVersion{found->second};
    }
    return text({"'", settings_.remote, "' has no branch or tag '", version, "'"});
}

} // namespace vow::modules
