#include "tests/support/kept_promise.h"

#include <doctest/doctest.h>

#include <array>
#include <csignal>
#include <string>
#include <utility>

#include <sys/wait.h>
#include <unistd.h>

namespace processes_module_test {

using namespace vow;
using namespace vow::tests;

namespace {

using Classes = std::vector<std::string>;

/// A waiting process with a unique name, ended with this object.
class Waiting {
public:
    Waiting() {
        static int number = 0;
        name = "vow-test-" + std::to_string(getpid()) + "-" + std::to_string(++number);
        std::array<int, 2> running = {};
        REQUIRE(pipe(running.data()) == 0);
        pid = fork();
        if (pid == 0) {
            dup2(running[1], STDOUT_FILENO);
            execl("/bin/sh", name.c_str(), "-c", "echo; kill -STOP $$; exit", nullptr);
            _exit(127);
        }
        close(running[1]);
        char byte = 0; // by then it has its name
        CHECK(read(running[0], &byte, 1) == 1);
        close(running[0]);
    }
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;
    ~Waiting() {
        if (pid <= 0) return;
        kill(pid, SIGKILL);
        waitpid(pid, nullptr, 0);
    }

    /// The signal that ended it.
    int ended_by() {
        int status = 0;
        waitpid(std::exchange(pid, 0), &status, 0);
        return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    }

    std::string name;
    pid_t pid = 0;
};

Attribute count(const std::string& range) {
    return {
        "process_count",
        Data::object(
            {{"match_range", Data::string(range)},
             {"in_range_define", Data::array({Data::string("in")})},
             {"out_of_range_define", Data::array({Data::string("out")})}}
        )};
}

Attribute select(std::vector<std::pair<std::string, std::string>> criteria) {
    return {"process_select", body(std::move(criteria))};
}

const std::string nothing = "no-process-is-called-so-[0-9]";

} // namespace

TEST_CASE("processes are counted by their command lines") {
    const Waiting one;
    const auto there = keep_promise("processes", one.name, {count("1,inf")});
    CHECK(there.result() == Verdict::kept);
    CHECK(there.outcome.classes == Classes{"in"});
    const auto missing = keep_promise("processes", nothing, {count("1,inf")});
    CHECK(missing.result() == Verdict::repaired);
    CHECK(missing.outcome.classes == Classes{"out"});
}

TEST_CASE("criteria select processes, and all must be met without an expression") {
    const Waiting one;
    const std::string pid = std::to_string(one.pid);
    const std::string range = pid + "," + pid;
    const auto chosen = [&](std::vector<std::pair<std::string, std::string>> criteria) {
        return keep_promise("processes", "", {count("1,1"), select(std::move(criteria))})
                   .outcome.classes == Classes{"in"};
    };
    CHECK(chosen({{"pid", range}}));
    CHECK(chosen({{"pid", range}, {"command", one.name + ".*"}}));
    CHECK(!chosen({{"pid", range}, {"command", "something else"}}));
    CHECK(chosen({{"pid", range}, {"command", "something else"}, {"process_result", "pid.!command"}}
    ));
    CHECK(chosen({{"pid", range}, {"stime_range", "0,inf"}, {"process_result", "pid.stime"}}));
    CHECK(!chosen({{"pid", range}, {"threads", "2,9"}}));
}

TEST_CASE("a signal is sent to each process, in any case of its name") {
    Waiting one;
    const auto kept =
        keep_promise("processes", one.name, {{"signals", std::vector<std::string>{"KILL"}}});
    CHECK(kept.result() == Verdict::repaired);
    CHECK(kept.log_text().starts_with(
        "info: Signalled 'KILL' (9) to process " + std::to_string(one.pid) + " (" + one.name
    ));
    CHECK(one.ended_by() == SIGKILL);
}

TEST_CASE("a dry run logs signals, and sends none") {
    const Waiting one;
    const auto warned = keep_promise(
        "processes",
        one.name,
        {{"signals", std::vector<std::string>{"kill"}}},
        Terms::Policy::dry_run
    );
    CHECK(warned.result() == Verdict::not_kept);
    CHECK(waitpid(one.pid, nullptr, WNOHANG) == 0);
}

TEST_CASE("the restart class is defined when a process does not run or was ended") {
    const Attribute restart = {"restart_class", std::string("start")};
    const auto missing = keep_promise("processes", nothing, {restart});
    CHECK(missing.result() == Verdict::kept);
    CHECK(missing.outcome.classes == Classes{"start"});
    Waiting one;
    CHECK(keep_promise("processes", one.name, {restart}).outcome.classes.empty());
    const auto ended = keep_promise(
        "processes", one.name, {restart, {"signals", std::vector<std::string>{"kill"}}}
    );
    CHECK(ended.result() == Verdict::repaired);
    CHECK(ended.outcome.classes == Classes{"start"});
    CHECK(one.ended_by() == SIGKILL);
    CHECK(keep_promise("processes", nothing, {restart}, Terms::Policy::warn).outcome.classes.empty()
    );
}

TEST_CASE("the stop command runs for running processes") {
    const Waiting one;
    const auto stop = [&](const std::string& command) {
        return keep_promise("processes", one.name, {{"process_stop", command}}).result();
    };
    CHECK(stop("/bin/true") == Verdict::repaired);
    CHECK(stop("/bin/false") == Verdict::not_kept);
    CHECK(stop("/no/such/program") == Verdict::not_kept);
    CHECK(
        keep_promise("processes", nothing, {{"process_stop", std::string("/bin/true")}}).result() ==
        Verdict::kept
    );
}

TEST_CASE("a contradictory promise is invalid") {
    const auto valid = [](Attributes attributes) {
        return keep_promise("processes", nothing, std::move(attributes)).validity ==
               modules::Validity::valid;
    };
    CHECK(valid({}));
    CHECK(!valid({{"signals", std::vector<std::string>{"bang"}}}));
    CHECK(!valid({{"process_count", body({})}}));
    CHECK(!valid({{"process_count", body({{"match_range", "1,2"}})}}));
    CHECK(valid({count("1,2"), {"restart_class", std::string("x")}}));
    CHECK(!valid({{"depth_search", body({{"depth", "1"}})}}));
}

} // namespace processes_module_test
