#pragma once

#include "policy/run/host.h"
#include "policy/run/language.h"
#include "policy/run/trusted_reader.h"
#include "policy/skopos/run/unfinished_run.h"
#include "policy/skopos/settings.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace vow::skopos {

/// Loads a plan with its model, targets and variables, or with those of the unfinished run that is
/// to go on. Null if there are errors. Throws UsageError for options that do not fit. `sources`
/// gets the texts, which must outlive the policy.
std::unique_ptr<Policy> load_deployment(
    const Settings& options,
    const std::string& path,
    World& world,
    Sources& sources,
    Diagnostics& diagnostics
);

/// The path in the host's words for it: without links, if the file exists.
std::string absolute_path(HostFiles& host, const std::string& path);

/// The project's name; without one, that of the plan's file without its ending.
std::string project_of(const Settings& options, const std::string& plan);

/// The variables of the command line. Throws UsageError for one that is not NAME=VALUE.
Descriptors::Variables variables_of(const Settings& options);

/// The folders of plugins, absolute. Throws UsageError for one that does not exist.
std::vector<std::string> plugin_folders(const Settings& options, Host& host);

/// The steps that a dry run lets fail. Throws UsageError for an unknown one, and for a word other
/// than STEP=fail.
std::set<std::string> assumed_failures(const Settings& options, const Plan& plan);

/// The options that a run remembers: the digests of the files, the variables and the folders.
Data remembered_options(const Settings& options, Host& host);

/// Throws UsageError if one of these options is given, and differs from the one that a run
/// remembers.
void require_same_options(const Settings& options, Host& host, const RunHead& head);

} // namespace vow::skopos
