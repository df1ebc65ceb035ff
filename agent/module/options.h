#pragma once

#include "protocol/harness/description_page.h"
#include "protocol/harness/report.h"
#include "protocol/harness/request.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace vow::agent {

/// What the command line asks for behind `vow module`; `vow module serve` is not among it.
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
        fuzz
    };

    Action action = Action::list;
    std::string module = {}; ///< a path, or the name of a bundled one
    std::uint64_t seed = 1;
    std::chrono::milliseconds time = std::chrono::seconds(5); ///< to fuzz for
    std::string record = {};         ///< a file with a recorded conversation; empty: none
    std::string language = "python"; ///< of a new module
    std::string interpreter = {};    ///< empty: the file says itself
    harness::SentPromise promise = {};
    harness::ChangesAllowed changes = harness::ChangesAllowed::yes;
    LogLevel log_level = LogLevel::info;
    std::chrono::milliseconds limit = std::chrono::seconds(10); ///< for each answer
    std::vector<std::string> only = {};                         ///< ids of checks; empty: all
    std::string cases = {};                                     ///< a file of them; empty: none
    std::optional<std::size_t> requests = {}; ///< none: as many as the command finds right
    harness::ReportFormat format = harness::ReportFormat::terminal;
    harness::PageFormat page = harness::PageFormat::terminal;
    std::string folder = {}; ///< where modules are looked for; empty: the work folder's
};

/// Adds the commands to `module`. They fill in `options`, and call `chosen` when one is asked for.
void add_module_commands(
    CLI::App& module, ModuleOptions& options, const std::function<void()>& chosen
);

} // namespace vow::agent
