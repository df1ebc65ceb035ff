#pragma once

#include "modules/packages/method_lists.h"
#include "modules/packages/operation_run.h"
#include "modules/packages/package_commands.h"

#include <optional>
#include <string>

namespace vow::modules {

/// Keeps a promise of a package by the commands of a `package_method` body.
class MethodKeeper {
public:
    MethodKeeper(
        Record& record,
        Log& log,
        const Settings& promise,
        KnownPackages& known,
        BulkSchedule& schedule
    );

    /// With `package_schedule`, operations are scheduled, and the promise gets no verdict unless
    /// there is nothing to do; or all those that are scheduled are run.
    void keep();

private:
    /// How a package stands to the installed ones of its name and architecture.
    struct Standing {
        const Package* installed = nullptr; ///< null if it is not installed
        bool matches = false;               ///< one has the promised version
    };

    /// A package to install, and the text that the command gets for it.
    struct Choice {
        std::string version;
        std::string argument;
    };

    PackageList promised_packages() const;
    std::optional<Standing> standing_of(const Package& package, const PackageList& installed);

    void keep_package(const Package& package, const Standing& standing);
    void keep_removed(const Package& package, const Standing& standing);
    void keep_reinstalled(const Package& package, const Standing& standing);
    void keep_patched(const Package& package);
    void keep_updated(const Package& package, const Standing& standing);
    void add(const Package& package);
    std::optional<Choice> choice_for(PackageOperation operation, const Package& package);
    std::optional<Choice> file_for(const Package& package);
    bool admits(const std::string& version, const Package& package);

    void remove(const Package& package);
    void run_schedule();
    const AttributeValue& body() const;
    void run(PackageOperation operation, const std::string& argument);

    Record& record_;
    Log& log_;
    const Settings promise_;
    const PackageMethod method_;
    PackageCommands commands_;
    VersionOrder order_;
    MethodLists lists_;
    const std::string policy_;
    BulkSchedule& schedule_;
    const std::string scheduling_; ///< add, run, or nothing
};

} // namespace vow::modules
