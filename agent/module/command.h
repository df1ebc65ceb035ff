#pragma once

#include "agent/command_line/module_options.h"
#include "protocol/description/description.h"
#include "protocol/harness/report.h"
#include "protocol/harness/scratch_folder.h"
#include "protocol/harness/subject.h"

#include <string>
#include <variant>
#include <vector>

namespace vow::agent {

/// `vow module ...`, for modules in any language and without a policy. Returns the exit status, see
/// docs/harness.md.
int work_with_module(const ModuleOptions& options);

/// Exit statuses that differ from those of other commands.
enum class ModuleStatus : int {
    success = 0,
    violations = 1, ///< or a promise that is not kept
    usage = 2,
    not_started = 3,
    broken = 4, ///< an error of the module, or a violation of the protocol
};

constexpr int number_of(ModuleStatus status) {
    return static_cast<int>(status);
}

/// The module that the options name. Throws client::ModuleError when it cannot be started.
harness::Subject subject_of(const ModuleOptions& options);

/// A module by its own words.
struct SelfDescription {
    std::string name;
    Description description;
};
/// The description that the module sends, or the reason why it sends none. Throws
/// client::ModuleError when it cannot be started.
std::variant<SelfDescription, std::string> self_description_of(const ModuleOptions& options);

/// Executes a command, and shows why it could not be executed.
int with_errors_shown(const ModuleOptions& options, int (*command)(const ModuleOptions&));

/// One function for each command; each returns the exit status.
int list_modules(const ModuleOptions& options);
int open_shell(const ModuleOptions& options);
int probe_module(const ModuleOptions& options);
int send_promise(const ModuleOptions& options);
int conform_module(const ModuleOptions& options);
int test_module(const ModuleOptions& options);
int bench_module(const ModuleOptions& options);
int document_module(const ModuleOptions& options);
int make_module(const ModuleOptions& options);
int replay_record(const ModuleOptions& options);
int mock_module(const ModuleOptions& options);
int fuzz_module(const ModuleOptions& options);
int explain_checks(const ModuleOptions& options);

/// The promises in the options: the single one, and those in a file of cases, with a folder in
/// place of their placeholders. Throws harness::CaseFileError.
std::vector<harness::SentPromise>
samples_of(const ModuleOptions& options, const harness::ScratchFolder& folder);

/// Prints a report in the chosen format, and returns its exit status.
int show(const harness::Report& report, const ModuleOptions& options);

} // namespace vow::agent
