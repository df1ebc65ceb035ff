#include "tests/support/kept_promise.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <sys/stat.h>

namespace commands_module_test {

using namespace vow;
using namespace vow::tests;

namespace {

using List = std::vector<std::string>;

const Attribute shell = {"contain", body({{"useshell", "useshell"}})};

} // namespace

TEST_CASE("a command that exits with 0 is repaired, and its output is quoted") {
    const auto kept = keep_promise("commands", "/bin/echo", {{"args", "a 'b c'"}});
    CHECK(
        kept.log_text() == "info: Executing '/bin/echo a 'b c''\n"
                           "notice: Q: \".../bin/echo a 'b \": a b c\n"
                           "info: 1 line of output from '/bin/echo a 'b c''\n"
                           "info: Completed execution of '/bin/echo a 'b c''\n"
    );
    CHECK(kept.result() == Verdict::repaired);
    CHECK(kept.outcome.exit_code == 0);
}

TEST_CASE("another exit status is an error, logged before the output") {
    const auto kept = keep_promise("commands", "/bin/sh -c 'echo out; echo err >&2; exit 3'", {});
    CHECK(
        kept.lines[1] == "error: Finished command related to promiser '/bin/sh -c 'echo out; echo "
                         "err >&2; exit 3'' -- an error occurred, returned 3"
    );
    CHECK(
        kept.lines[2] == "notice: Q: \".../bin/sh -c 'ech\": out\nQ: \".../bin/sh -c 'ech\": err"
    );
    CHECK(kept.result() == Verdict::not_kept);
    CHECK(kept.outcome.exit_code == 3);
}

TEST_CASE("return codes define the meaning of an exit status") {
    const auto result = [](const char* name) {
        return keep_promise("commands", "/bin/sh -c 'exit 5'", {{name, List{"5"}}});
    };
    CHECK(result("kept_returncodes").result() == Verdict::kept);
    CHECK(result("repaired_returncodes").result() == Verdict::repaired);
    CHECK(result("failed_returncodes").result() == Verdict::not_kept);
    CHECK(
        keep_promise("commands", "/bin/true", {{"kept_returncodes", List{"5"}}}).result() ==
        Verdict::not_kept
    );
}

TEST_CASE("each element of arglist is one argument") {
    const auto kept = keep_promise(
        "commands",
        "/usr/bin/printf '%s;'",
        {{"arglist", List{"a b", "", "c'd"}}, {"module", "true"}}
    );
    CHECK(kept.outcome.output == "a b;;c'd;");
}

TEST_CASE("the outcome carries the output, and nothing is quoted, when `module` is promised") {
    const auto kept =
        keep_promise("commands", "/bin/sh -c 'echo =a=1; echo; echo +b'", {{"module", "true"}});
    CHECK(kept.outcome.output == "=a=1\n\n+b\n");
    CHECK(kept.log_text().find("Q: ") == std::string::npos);
}

TEST_CASE("a command may use shell syntax when a shell is promised") {
    const auto kept = keep_promise("commands", "echo a b | tr a-z A-Z; exit 4", {shell});
    CHECK(kept.log_text().find("Q: \"...echo a b | tr a\": A B") != std::string::npos);
    CHECK(kept.outcome.exit_code == 4);
}

TEST_CASE("a command runs in the directory and with the umask of its contain body") {
    const TemporaryFolder folder;
    const auto kept = keep_promise(
        "commands",
        "/bin/sh -c 'pwd; umask; touch made'",
        {{"module", "true"}, {"contain", body({{"chdir", folder.path()}, {"umask", "027"}})}}
    );
    CHECK(kept.outcome.output == folder.path() + "\n0027\n");
    struct stat status = {};
    REQUIRE(stat((folder / "made").c_str(), &status) == 0);
    CHECK((status.st_mode & 0777U) == 0640U);
    const auto nowhere =
        keep_promise("commands", "/bin/pwd", {{"contain", body({{"chdir", folder / "nowhere"}})}});
    CHECK(nowhere.result() == Verdict::not_kept);
    CHECK(
        nowhere.lines[1] == "error: Couldn't run command '/bin/pwd'. (chdir: No such file or "
                            "directory)"
    );
}

TEST_CASE("a command that a signal ends has not been kept, and the signal is named") {
    const auto kept = keep_promise("commands", "/bin/sh -c 'kill -9 $$'", {{"module", "true"}});
    CHECK(kept.outcome.verdicts == Verdicts{Verdict::not_kept});
    CHECK(kept.outcome.signal == 9);
    CHECK(
        kept.log_text().find("Command '/bin/sh -c 'kill -9 $$'' was ended by SIGKILL") !=
        std::string::npos
    );
}

TEST_CASE("a command is ended with its children when its time limit has passed") {
    const TemporaryFolder folder;
    const auto kept = keep_promise(
        "commands",
        "/bin/sh -c 'sleep 1000 & echo $!; wait'",
        {{"module", "true"}, {"contain", body({{"exec_timeout", "1"}})}}
    );
    CHECK(kept.outcome.verdicts == Verdicts{Verdict::not_kept, Verdict::timed_out});
    CHECK_FALSE(kept.outcome.exit_code);
    CHECK(kept.log_text().find("was ended: it took longer than 1 s") != std::string::npos);
}

TEST_CASE("a command fails when a signal ends it") {
    const auto kept = keep_promise("commands", "/bin/sh -c 'kill -9 $$'", {});
    CHECK(kept.result() == Verdict::not_kept);
}

TEST_CASE("under the reference's names a command is logged in its words") {
    ::setenv("VOW_MANNER", "reference", 1);
    const auto kept = keep_promise("commands", "/bin/echo", {{"args", "a"}});
    const auto missing = keep_promise("commands", "/no/program", {});
    ::unsetenv("VOW_MANNER");
    CHECK(
        kept.log_text() == "info: Executing 'no timeout' ... '/bin/echo a'\n"
                           "notice: Q: \".../bin/echo a\": a\n"
                           "info: Last 1 quoted lines were generated by promiser '/bin/echo a'\n"
                           "info: Completed execution of '/bin/echo a'\n"
    );
    CHECK(missing.lines.front() == "error: Proposed executable file '/no/program' doesn't exist");
}

TEST_CASE("a file that is not executable is not started") {
    const TemporaryFolder folder;
    const auto missing = keep_promise("commands", folder / "no x", {});
    CHECK(
        missing.log_text() == "error: The program '" + (folder / "no") +
                                  "' does not exist\nerror: '" + (folder / "no x") +
                                  "' promises to be executable but isn't\n"
    );
    CHECK(missing.result() == Verdict::not_kept);
    const std::string open_to_all = folder.write("script", "#!/bin/sh\n");
    REQUIRE(chmod(open_to_all.c_str(), 0777) == 0);
    CHECK(
        keep_promise("commands", open_to_all, {}).log_text().find("SECURITY ALERT") !=
        std::string::npos
    );
}

TEST_CASE("no command runs under a dry run or under warn") {
    const auto dry = keep_promise("commands", "/bin/false", {}, Terms::Policy::dry_run);
    CHECK(dry.lines.back() == "warning: Would execute script '/bin/false'");
    const auto warned = keep_promise("commands", "/bin/false", {}, Terms::Policy::warn);
    CHECK(
        warned.lines.back() ==
        "warning: Command '/bin/false' needs to be executed, but only warning was promised"
    );
    CHECK(warned.result() == Verdict::not_kept);
}

TEST_CASE("start and end are not logged at info when inform is false") {
    CHECK(keep_promise("commands", "/bin/true", {{"inform", "false"}}).log_text().empty());
}

TEST_CASE("contradictory attributes are invalid") {
    const auto kept = keep_promise(
        "commands", "/bin/true", {{"contain", body({{"no_output", "true"}, {"preview", "true"}})}}
    );
    CHECK(kept.validity == modules::Validity::invalid);
}

TEST_CASE("outputs are apart, and failures only in the outcome, when that is promised") {
    const auto kept = keep_promise(
        "commands",
        "/bin/sh -c 'echo out; echo err >&2; exit 3'",
        {{"capture", "apart"}, {"inform", "false"}}
    );
    CHECK(kept.log_text() == "info: out\n");
    CHECK(kept.outcome.errors == "err\n");
    CHECK(kept.outcome.exit_code == 3);
    CHECK(kept.result() == Verdict::not_kept);
    const auto killed = keep_promise("commands", "/bin/sh -c 'kill -9 $$'", {{"capture", "apart"}});
    CHECK(killed.outcome.signal == 9);
    CHECK_FALSE(killed.outcome.exit_code);
}

TEST_CASE("standard output is the answer, and standard error apart, with `module`") {
    const auto kept = keep_promise(
        "commands",
        "/bin/sh -c 'cat; echo err >&2'",
        {{"capture", "apart"}, {"module", "true"}, {"stdin", "{}"}}
    );
    CHECK(kept.outcome.output == "{}");
    CHECK(kept.outcome.errors == "err\n");
}

TEST_CASE("a command can inherit the umask of the agent") {
    const mode_t ours = ::umask(027);
    const auto kept = keep_promise(
        "commands",
        "/bin/sh -c 'umask'",
        {{"module", "true"}, {"contain", body({{"umask", "inherited"}})}}
    );
    ::umask(ours);
    CHECK(kept.outcome.output == "0027\n");
}

} // namespace commands_module_test
