#pragma once

#include "agent/report/log_settings.h"
#include "protocol/harness/cases/case_test.h"
#include "protocol/harness/description_page.h"
#include "protocol/harness/report.h"
#include "protocol/harness/request.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace CLI {
class App;
} // namespace CLI

namespace vow::agent {

/// The parsed command line after `vow module`, except for `vow module serve`.
struct ModuleOptions {
    enum class Action {
        list,
        probe,
        send,
        shell,
        conform,
        test,
        bench,
        doc,
        create,
        replay,
        mock,
        fuzz,
        explain
    };

    Action action = Action::list;
    std::vector<uid_t> trusted_users = {}; ///< of the settings of the host
    std::string module = {};               ///< a path, or the name of a bundled one
    std::uint64_t seed = 1;
    std::chrono::milliseconds time = std::chrono::seconds(5); ///< duration of fuzzing
    std::string record = {};         ///< a file with a recorded conversation; may be empty
    std::string language = "python"; ///< of a new module
    std::string interpreter = {};    ///< empty if the file names its own
    harness::SentPromise promise = {};
    harness::ChangesAllowed changes = harness::ChangesAllowed::yes;
    LogLevel log_level = LogLevel::info;
    std::chrono::milliseconds limit = std::chrono::seconds(10); ///< for each answer
    std::vector<std::string> only = {};                         ///< ids of checks; all if empty
    std::string cases = {};                                     ///< a file of cases; may be empty
    std::string only_case = {};                                 ///< its name; all if empty
    harness::TestSettings::After after_violation = harness::TestSettings::After::go_on;
    harness::TestSettings::Starts starts = harness::TestSettings::Starts::given;
    harness::RealRuns real_runs = harness::RealRuns::inside;
    enum class Repetition { none, after_changes };
    Repetition repetition = Repetition::none; ///< of a test
    std::optional<std::size_t> requests = {}; ///< default: chosen by the command
    harness::ReportFormat format = harness::ReportFormat::terminal;
    Color color = Color::automatic;
    enum class DocumentFormat { text, markdown, inmanta } document = DocumentFormat::text;
    std::string folder = {}; ///< searched for modules; empty for the work folder's
};

/// Adds the commands to `module`. They fill in `options`, and call `chosen` when one is selected.
void add_module_commands(
    CLI::App& module, ModuleOptions& options, const std::function<void()>& chosen
);

} // namespace vow::agent
