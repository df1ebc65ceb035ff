#include "modules/git/git_program.h"
#include "modules/git/repository.h"
#include "modules/makers.h"
#include "modules/sdk/cpp/described_module.h"
#include "modules/sdk/cpp/file_text.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/promise/settings.h"

#include <cerrno>
#include <utility>

namespace vow::modules {
namespace {

/// Keeps one promise.
class Keeper {
public:
    Keeper(const Promise& promise, Record& record, Log& log)
        : promiser_(promise.promiser),
          settings_(promise),
          repository_(settings_, promise, log),
          record_(record) {}

    std::vector<std::string> keep() {
        if (!repository_.exists()) {
            clone();
        } else if (!repository_.is_repository()) {
            record_.failed(text({"'", settings_.destination, "' is not a git repository"}));
        } else if (!settings_.force || reset()) {
            if (settings_.update) update();
            if (record_.verdicts().empty())
                record_.kept(text({"'", settings_.destination, "' is as promised"}));
        }
        return std::move(classes_);
    }

private:
    void clone() {
        const std::string what = text(
            {"'",
             settings_.repository,
             "' at '",
             settings_.version,
             "' to '",
             settings_.destination,
             "'"}
        );
        if (!settings_.clone) {
            record_.failed(
                text({"'", settings_.destination, "' does not exist, and must not be cloned"})
            );
            define("not_found");
            return;
        }
        if (!record_.allows(
                {.what = "clone " + what,
                 .path = settings_.destination,
                 .action = ChangeAction::create}
            ))
            return;
        if (succeeded(repository_.clone(), "clone " + what, "clone_failed")) {
            record_.repaired("Cloned " + what);
            define("cloned");
        }
    }

    /// Returns whether to go on.
    bool reset() {
        if (settings_.bare || !repository_.has_local_changes()) return true;
        const std::string what = text({"local changes in '", settings_.destination, "'"});
        if (!record_.allows({.what = "discard " + what, .path = settings_.destination}))
            return true;
        const bool done =
            succeeded(
                repository_.git({"reset", "--quiet", "--hard", "HEAD"}),
                "discard " + what,
                "reset_failed"
            ) &&
            succeeded(
                repository_.git({"clean", "--quiet", "-fd"}), "discard " + what, "reset_failed"
            );
        if (!done) return false;
        record_.repaired("Discarded " + what);
        define("reset");
        return true;
    }

    void update() {
        const auto wanted = repository_.remote_version();
        if (const auto* problem = std::get_if<std::string>(&wanted)) {
            record_.failed(text({"Cannot update '", settings_.destination, "': ", *problem}));
            return define("update_failed");
        }
        const auto& version = std::get<RemoteVersion>(wanted);
        const std::string before = repository_.commit();
        if (is_at(version, before)) return define("updated");
        const std::string what =
            text({"update '", settings_.destination, "' to '", settings_.version, "'"});
        const Change change{
            .what = what, .path = settings_.destination, .before = before, .after = version.commit};
        if (!record_.allows(change) || !bring_to(version, what)) return;
        record_.repaired(text(
            {"Updated '",
             settings_.destination,
             "' to '",
             settings_.version,
             "', from ",
             before,
             " to ",
             repository_.commit()}
        ));
        define("updated");
    }

    /// A branch may have local commits on top of the remote's.
    bool is_at(const RemoteVersion& version, const std::string& commit) const {
        if (version.branch.empty()) return commit == version.commit;
        if (settings_.bare) {
            const ToolRun shown =
                repository_.git({"rev-parse", "--verify", "refs/heads/" + version.branch});
            return shown.succeeded && shown.output.ends_with(version.commit);
        }
        return repository_.branch() == version.branch &&
               (commit == version.commit || repository_.contains(version.commit));
    }

    bool bring_to(const RemoteVersion& version, const std::string& what) {
        const auto done = [&](const std::vector<std::string>& arguments) {
            return succeeded(repository_.git(arguments), what, "update_failed");
        };
        if (settings_.bare)
            return done(
                {"fetch", "--quiet", "--tags", settings_.remote, "+refs/heads/*:refs/heads/*"}
            );
        if (!done({"fetch", "--quiet", "--tags", settings_.remote})) return false;
        const std::string& name = version.branch.empty() ? settings_.version : version.branch;
        if (version.branch.empty() || repository_.branch() != name) {
            if (!done({"checkout", "--quiet", name, "--"})) return false;
        }
        if (!version.branch.empty() && !done({"merge", "--quiet", "--no-edit", version.commit})) {
            repository_.git({"merge", "--abort"});
            return false;
        }
        return !settings_.recursive ||
               done({"submodule", "--quiet", "update", "--init", "--recursive"});
    }

    /// Returns whether git succeeded; otherwise records the reason.
    bool succeeded(const ToolRun& ran, const std::string& what, std::string_view class_name) {
        if (ran.succeeded) return true;
        record_.failed(text({"Cannot ", what, ": ", ran.problem}));
        define(class_name);
        return false;
    }

    void define(std::string_view ending) { classes_.push_back(text({promiser_, "_", ending})); }

    const std::string& promiser_;
    const GitSettings settings_;
    const Repository repository_;
    Record& record_;
    std::vector<std::string> classes_;
};

/// Keeps `git` promises: a folder contains a clone of a repository at the promised version.
/// Determines what to do by querying the remote, without changing anything.
class GitModule : public DescribedModule {
public:
    GitModule();

private:
    std::vector<std::string> further_faults(const Promise& promise) const override;
    Outcome keep(const Promise& promise, Record& record, Log& log) override;
};

} // namespace

GitModule::GitModule() : DescribedModule(git_type()) {}

std::vector<std::string> GitModule::further_faults(const Promise& promise) const {
    if (GitSettings(promise).destination.starts_with('/')) return {};
    return {"Promiser must be an absolute path when there is no 'destination'"};
}

Outcome GitModule::keep(const Promise& promise, Record& record, Log& log) {
    const std::string folder =
        Settings(promise.attributes).text_or("destination", promise.promiser);
    if (refused_link(folder)) {
        record.failed(path_error(folder, ENOLINK));
        return {};
    }
    return {.classes = Keeper(promise, record, log).keep()};
}

std::unique_ptr<Module> make_git_module() {
    return std::make_unique<GitModule>();
}

} // namespace vow::modules
