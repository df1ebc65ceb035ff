// Runs every program in tests/modules that breaks the protocol: checks how the agent reports it,
// and that the next promise is served. The test writes the results to docs/broken-modules.md when
// VOW_ACCEPT is set.
#include "protocol/client/module_host.h"
#include "tests/support/module_promises.h"
#include "tests/support/source_folder.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace broken_modules_test {

using namespace vow;
using namespace vow::client;
using namespace vow::tests;
using namespace std::chrono_literals;

namespace {

struct BrokenModule {
    std::string name;
    std::string result; ///< of the promise "trouble"
    std::string next;   ///< of another promise of the same type afterwards
    std::string says;   ///< part of a log line
    Limits limits = {};
    Terms::Policy policy = Terms::Policy::fix;
};

const std::vector<BrokenModule> broken_modules = {
    {"says_nothing", "error", "error", "Did not receive header", {.header = 100ms}},
    {"dies_before_header", "error", "error", "it exited with status 3"},
    {"dies_in_header", "error", "error", "it exited with status 4"},
    {"dies_after_header", "error", "error", "exited with status 5"},
    {"header_of_three_parts", "error", "error", "has 3 parts"},
    {"header_of_v2", "error", "error", "requires protocol version v2"},
    {"header_without_variant", "kept", "kept", "names neither"},
    {"header_with_both_variants", "kept", "kept", "taking the last one"},
    {"header_without_empty_line", "error", "error", "did not end its header", {.header = 300ms}},
    {"hangs_in_validate", "error", "kept", "did not answer validate", {.validate = 100ms}},
    {"hangs_in_evaluate",
     "error",
     "kept",
     "Waiting for the lock",
     {.evaluate = 500ms, .notice = 400ms}},
    {"hangs_in_terminate", "kept", "kept", "after terminate", {.terminate = 100ms}},
    {"exits_in_reply", "error", "kept", "in the middle of answering evaluate_promise"},
    {"bad_json", "error", "kept", "other than a JSON object"},
    {"json_over_several_lines", "kept", "kept", "spread over several lines"},
    {"crlf", "kept", "kept", ""},
    {"blank_lines_first", "kept", "kept", ""},
    {"stray_prints", "kept", "kept", "printed 'DEBUG: got here'"},
    {"two_replies", "kept", "kept", "answered once more"},
    {"two_objects", "error", "kept", "a second JSON object"},
    {"other_operation", "error", "kept", "answered 'validate_promise' when evaluate_promise"},
    {"no_result", "error", "kept", "no result"},
    {"unknown_result", "error", "kept", "the unknown result 'success'"},
    {"log_banana", "kept", "kept", "log_banana"},
    {"log_without_equals", "kept", "kept", "neither a reply nor a log line"},
    {"reply_of_70_mb", "error", "kept", "with more than 67108864 bytes"},
    {"endless_output", "error", "kept", "a line of more than 1048576 bytes"},
    {"closes_stdout", "error", "kept", "closed its standard output, but did not exit"},
    {"fills_stderr", "kept", "kept", ""},
    {"ignores_sigterm", "error", "kept", "signal 9", {.evaluate = 400ms, .kill = 100ms}},
    {"leaves_grandchild", "error", "kept", "exited with status 7"},
    {"odd_classes", "kept", "kept", "not a list of strings"},
    {"info_under_warn",
     "repaired",
     "kept",
     "repaired while making changes",
     {},
     Terms::Policy::warn},
    {"silent_failure", "not_kept", "kept", "Failed to log errors"},
    {"writes_zero_byte", "error", "kept", "a zero byte"},
};

/// The module's first comment.
std::string description_of(const std::string& path) {
    std::ifstream in(path);
    std::string line;
    std::getline(in, line);
    std::getline(in, line);
    return line.substr(2);
}

/// The log at levels that users see, without the parts that differ between machines.
std::string for_the_table(const RecordingListener& listener) {
    std::string text;
    for (std::string line : listener.lines()) {
        if (line.starts_with("debug") || line.starts_with("verbose")) continue;
        const std::string folder = in_source_folder("tests/modules/");
        for (std::size_t at = line.find(folder); at != std::string::npos; at = line.find(folder))
            line.erase(at, folder.size());
        text += (text.empty() ? "`` " : "<br>`` ") + line + " ``";
    }
    return text.empty() ? "nothing" : text;
}

std::string file_text(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Keeps a promise that the module spoils, then another one. Returns the row of the table.
std::string row_of(const BrokenModule& broken) {
    CAPTURE(broken.name);
    const std::string path = module_path(broken.name + ".sh");
    // The limits of the first promise are short; those of the second one are never reached.
    const PromiseType trouble{"trouble", "/bin/sh", path};
    const PromiseType calm{"calm", "/bin/sh", path};
    Promise first = promise_of(trouble, "trouble");
    first.terms.policy = broken.policy;

    RecordingListener at_the_end;
    RecordingListener listener;
    {
        ModuleHost host(
            {.limits_by_type = {{"trouble", broken.limits}},
             .log = [&](LogLevel level, std::string_view line) { at_the_end.log(level, line); }}
        );
        listener = keep(host, first);
        CHECK(listener.result() == broken.result);
        // A module that does not start fails for the next promise in the same way.
        const PromiseType& next = broken.next == "kept" ? calm : trouble;
        const auto second = keep(host, promise_of(next, "next"));
        CHECK(second.result() == broken.next);
        // It must not affect promises of another module.
        const PromiseType other{"other", "/bin/sh", module_path("good_line.sh")};
        CHECK(keep(host, promise_of(other, "x")).result() == "kept");
    }
    for (const std::string& line : at_the_end.lines())
        listener.log(LogLevel::error, line.substr(line.find(' ') + 1) + " (at the end of the run)");
    CHECK(listener.has_line_with(broken.says));
    return "| " + broken.name + " | " + description_of(path) + " | " + listener.result() + " | " +
           broken.next + " | " + for_the_table(listener) + " |\n";
}

} // namespace

TEST_CASE("each broken module is reported as in the table, and the next promise is served") {
    std::string table =
        "# Broken modules, and how vow reports them\n\n"
        "Each is a small program in [tests/modules](../tests/modules) that misbehaves for the\n"
        "promiser `trouble`; \"next\" is the outcome of the next promise of the same module. Next "
        "is\n"
        "`error` only where the module cannot begin at all; promises of other modules are kept\n"
        "then, too. A test writes this page and compares it.\n\n"
        "| module | what it does | outcome | next | log |\n|---|---|---|---|---|\n";
    for (const BrokenModule& broken : broken_modules)
        table += row_of(broken);
    const std::string page = in_source_folder("docs/broken-modules.md");
    if (std::getenv("VOW_ACCEPT") != nullptr) std::ofstream(page, std::ios::binary) << table;
    CHECK(file_text(page) == table);
}

} // namespace broken_modules_test
