#pragma once

#include "agent/module/options.h"
#include "protocol/harness/report.h"
#include "protocol/harness/scratch_folder.h"
#include "protocol/harness/subject.h"

#include <vector>

namespace vow::agent {

/// `vow module ...`, for a module of whatever language and without any policy. The number is the
/// exit status, as docs/harness.md has it.
int work_with_module(const ModuleOptions& options);

/// The exit statuses that are not those of other commands.
enum class ModuleStatus : int {
    success = 0,
    violations = 1, ///< or a promise that is not kept
    usage = 2,
    not_started = 3,
    broken = 4, ///< an error of the module, or a break of the protocol
};

constexpr int number_of(ModuleStatus status) {
    return static_cast<int>(status);
}

/// The module that the options name. Throws client::ModuleError when nothing can be started.
harness::Subject subject_of(const ModuleOptions& options);

/// One function for each command; each answers the exit status.
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

/// The promises that the options give, one by itself and those of a file of cases, with a folder in
/// place of their placeholders. Throws harness::CaseFileError.
std::vector<harness::SentPromise>
samples_of(const ModuleOptions& options, const harness::ScratchFolder& folder);

/// Prints a report as the options want it; the exit status that goes with it.
int show(const harness::Report& report, const ModuleOptions& options);

} // namespace vow::agent
