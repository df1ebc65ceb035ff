#include "protocol/system/running_command.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

using namespace vow;
using namespace vow::tests;
using namespace std::chrono_literals;
using Kind = CommandEnding::Kind;

namespace {

const bool is_root = ::geteuid() == 0;

struct Kept : CommandListener {
    void output(std::string_view bytes) override { text += bytes; }
    bool stopped() const override { return stops_at_output && !text.empty(); }

    std::string text;
    bool stops_at_output = false;
};

Command script(const std::string& text) {
    return {.arguments = {"/bin/sh", "-c", text}};
}

std::string output_of(const Command& command) {
    Kept kept;
    const CommandEnding ending = run_command(command, kept);
    CHECK(ending.kind == Kind::exited);
    return kept.text;
}

} // namespace

TEST_CASE("a command returns its exit status, or the signal that ended it") {
    Kept kept;
    const CommandEnding exited = run_command(script("echo out; echo err >&2; exit 3"), kept);
    CHECK(exited.kind == Kind::exited);
    CHECK(exited.number == 3);
    CHECK(kept.text == "out\nerr\n");
    const CommandEnding signalled = run_command(script("kill -TERM $$"), kept);
    CHECK(signalled.kind == Kind::signalled);
    CHECK(signalled.number == SIGTERM);
}

TEST_CASE("a command that cannot be started reports the call that failed") {
    Kept kept;
    const CommandEnding missing = run_command({.arguments = {"/no/such/program"}}, kept);
    CHECK(missing.kind == Kind::not_started);
    CHECK(missing.number == ENOENT);
    CHECK(missing.failed_call == "exec");
    const CommandEnding folder =
        run_command({.arguments = {"/bin/true"}, .folder = "/no/such/folder"}, kept);
    CHECK(folder.kind == Kind::not_started);
    CHECK(folder.failed_call == "chdir");
}

TEST_CASE("a command gets the requested input, environment, folder and umask") {
    Command command = script("cat; echo $A-$HOME; pwd; umask");
    command.input = "text\n";
    command.environment = {{"A=1"}};
    command.folder = "/usr";
    command.umask = 027;
    CHECK(output_of(command) == "text\n1-\n/usr\n0027\n");
}

TEST_CASE("a command reads nothing when it has no input, and only captured output is kept") {
    Command command = script("cat; echo out; echo err >&2");
    command.capture = Command::Capture::standard_output;
    CHECK(output_of(command) == "out\n");
    command.capture = Command::Capture::standard_error;
    CHECK(output_of(command) == "err\n");
}

TEST_CASE("a command has only the descriptors of its standard files") {
    const int leaked = ::open("/dev/null", O_RDONLY);
    REQUIRE(::dup2(leaked, 90) == 90); // not closed on exec
    CHECK(output_of(script("test -e /proc/self/fd/90 || echo closed")) == "closed\n");
    Command contained = script("test -e /proc/self/fd/90 || echo closed");
    contained.root = "/";
    if (is_root) CHECK(output_of(contained) == "closed\n");
    ::close(90);
    ::close(leaked);
}

TEST_CASE("a command runs as another user" * doctest::skip(!is_root)) {
    Command command = script("id -u; id -g; umask");
    command.user = 6666;
    command.group = 7777;
    command.umask = 077;
    CHECK(output_of(command) == "6666\n7777\n0077\n");
    command.folder = "/no/such/folder";
    Kept kept;
    CHECK(run_command(command, kept).failed_call == "chdir");
}

TEST_CASE("a command is ended with its process group when its time is over") {
    const auto begin = std::chrono::steady_clock::now();
    Kept kept;
    Command command = script("sleep 60 & wait");
    command.limit = 100ms;
    CHECK(run_command(command, kept).kind == Kind::timed_out);
    CHECK(std::chrono::steady_clock::now() - begin < 30s);
}

TEST_CASE("a command is ended when its listener stops it") {
    Kept kept;
    kept.stops_at_output = true;
    CHECK(run_command(script("echo begun; sleep 60"), kept).kind == Kind::stopped);
    CHECK(kept.text == "begun\n");
}

TEST_CASE("a background process delays a command only for the allowed time") {
    const auto begin = std::chrono::steady_clock::now();
    Command command = script("sleep 60 & echo done $!");
    command.output_hold = 100ms;
    const std::string output = output_of(command);
    CHECK(std::chrono::steady_clock::now() - begin < 30s);
    REQUIRE(output.starts_with("done "));
    const pid_t background = std::stoi(output.substr(5));
    CHECK(::kill(background, 0) == 0); // it lives on
    ::kill(background, SIGKILL);
}
