#include "protocol/system/child.h"
#include "protocol/system/file_descriptor.h"
#include "protocol/system/process_table.h"
#include "protocol/system/running_command.h"
#include "tests/support/skip.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/trusted_command.h"
#include "tests/support/user_without_account.h"

#include <doctest/doctest.h>

#include <cerrno>
#include <csignal>
#include <thread>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace running_command_test {

using namespace vow;
using namespace vow::tests;
using namespace std::chrono_literals;
using Kind = CommandEnding::Kind;

namespace {

const bool is_root = ::geteuid() == 0;

struct Kept : CommandListener {
    void output(std::string_view bytes) override { text += bytes; }
    bool is_stopped() const override { return stops_at_output && !text.empty(); }

    std::string text;
    bool stops_at_output = false;
};

Command script(const std::string& text) {
    return {.arguments = {"/bin/sh", "-c", text}};
}

std::string output_of(const Command& command) {
    Kept kept;
    const CommandEnding ending = run_command(trusted(command), kept);
    CHECK(ending.kind == Kind::exited);
    return kept.text;
}

/// Of the words that a process has printed.
pid_t number_in(const std::string& text, const std::string& after) {
    const auto found = text.find(after);
    REQUIRE(found != std::string::npos);
    return std::stoi(text.substr(found + after.size()));
}

/// A process gets its signals, and ends, a little later.
bool ends_soon(pid_t process) {
    for (int patience = 0; patience < 500 && is_alive(process); ++patience)
        std::this_thread::sleep_for(10ms);
    return !is_alive(process);
}

/// As `run_command`, for a program that is started by a process which is then killed.
pid_t start_and_be_killed(const Command& command) {
    Pipe pipe = open_pipe();
    const pid_t parent = ::fork();
    if (parent == 0) {
        const auto started = start(trusted(command), {});
        const auto* child = std::get_if<Child>(&started);
        write_all(pipe.writing, std::to_string(child == nullptr ? 0 : child->pid));
        ::kill(::getpid(), SIGKILL);
    }
    ::waitpid(parent, nullptr, 0);
    pipe.writing.close();
    return std::stoi(read_all(pipe.reading).value_or("0"));
}

} // namespace

TEST_CASE("a command returns its exit status, or the signal that ended it") {
    Kept kept;
    const CommandEnding exited =
        run_command(trusted(script("echo out; echo err >&2; exit 3")), kept);
    CHECK(exited.kind == Kind::exited);
    CHECK(exited.number == 3);
    CHECK(kept.text == "out\nerr\n");
    const CommandEnding signalled = run_command(trusted(script("kill -TERM $$")), kept);
    CHECK(signalled.kind == Kind::signalled);
    CHECK(signalled.number == SIGTERM);
}

TEST_CASE("a command that cannot be started reports the call that failed") {
    Kept kept;
    const CommandEnding missing = run_command(trusted({.arguments = {"/no/such/program"}}), kept);
    CHECK(missing.kind == Kind::not_started);
    CHECK(missing.number == ENOENT);
    CHECK(missing.failed_call == "exec");
    const CommandEnding folder =
        run_command(trusted({.arguments = {"/bin/true"}, .folder = "/no/such/folder"}), kept);
    CHECK(folder.kind == Kind::not_started);
    CHECK(folder.failed_call == "chdir");
}

TEST_CASE("a command in a session of its own has no terminal, and leads its group") {
    // Of /proc/PID/stat after the name: state, parent, group, session, terminal.
    Command command =
        script("read -r id name state parent group session terminal rest </proc/$$/stat; "
               "[ $id = $session ] && [ $id = $group ]; echo $? $terminal");
    command.session = Command::Session::own;
    CHECK(output_of(command) == "0 0\n");
}

TEST_CASE("a command gets the requested input, environment, folder and umask") {
    Command command = script("cat; echo $A-$HOME; pwd; umask");
    command.input = "text\n";
    command.environment = {{"A=1"}};
    command.folder = "/usr";
    command.umask = 027;
    CHECK(output_of(command) == "text\n1-\n/usr\n0027\n");
}

TEST_CASE("a command reads the name that it was given as its own") {
    Command command = script("echo $0");
    CHECK(output_of(command) == "/bin/sh\n");
    command.name = "sh";
    CHECK(output_of(command) == "sh\n");
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
    CHECK(run_command(trusted(command), kept).failed_call == "chdir");
}

TEST_CASE("a command is ended with its process group when its time is over") {
    const auto begin = std::chrono::steady_clock::now();
    Kept kept;
    Command command = script("sleep 60 & wait");
    command.limit = 100ms;
    CHECK(run_command(trusted(command), kept).kind == Kind::timed_out);
    CHECK(std::chrono::steady_clock::now() - begin < 30s);
}

TEST_CASE("a command is ended when its listener stops it") {
    Kept kept;
    kept.stops_at_output = true;
    CHECK(run_command(trusted(script("echo begun; sleep 60")), kept).kind == Kind::stopped);
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

TEST_CASE("descendants that have left the process group end with their command") {
    Kept kept;
    Command command = script("setsid sleep 60 & echo escaped $!; wait");
    command.limit = 500ms;
    CHECK(run_command(trusted(command), kept).kind == Kind::timed_out);
    CHECK(ends_soon(number_in(kept.text, "escaped ")));
}

TEST_CASE("descendants of a command that was ended run no more") {
    Kept kept;
    kept.stops_at_output = true;
    // It takes its time to end: the kernel has much memory to free.
    const Command command =
        script("python3 -c 'import os, time; filled = b\"x\" * (1 << 27); "
               "print(f\"filled {os.getpid()}\", flush=True); time.sleep(60)' & wait");
    CHECK(run_command(trusted(command), kept).kind == Kind::stopped);
    CHECK(!is_alive(number_in(kept.text, "filled ")));
}

TEST_CASE("a command that has joined our process group ends when its time is over") {
    const auto begin = std::chrono::steady_clock::now();
    Kept kept;
    Command command = {
        .arguments = {
            "/usr/bin/python3",
            "-c",
            "import os, time; os.setpgid(0, os.getpgid(os.getppid())); time.sleep(60)"}};
    command.limit = 1s;
    CHECK(run_command(trusted(command), kept).kind == Kind::timed_out);
    CHECK(std::chrono::steady_clock::now() - begin < 30s);
}

TEST_CASE("a command ends soon after the process that started it was killed") {
    const pid_t orphan = start_and_be_killed({.arguments = {"/bin/sleep", "60"}});
    REQUIRE(orphan > 0);
    CHECK(ends_soon(orphan));
}

TEST_CASE("a command of another user ends soon after the process that started it was killed") {
    if (!is_root) return skip_without("root", "only root can start processes of other users");
    const pid_t orphan =
        start_and_be_killed({.arguments = {"/bin/sleep", "60"}, .user = 6666, .group = 7777});
    REQUIRE(orphan > 0);
    CHECK(ends_soon(orphan));
}

TEST_CASE("a command of another user has that user's groups and none of ours") {
    if (!is_root) return skip_without("root", "only root can start processes of other users");
    Command command = script("id -u; id -g; id -G");
    command.user = user_without_account();
    CHECK(output_of(command) == std::to_string(*command.user) + "\n65534\n65534\n");
    command.user = 1; // daemon, whose group has the same number
    CHECK(output_of(command) == "1\n1\n1\n");
}

TEST_CASE("a command has the limit of descriptors that we were started with") {
    const auto initial = initial_descriptor_limit().rlim_cur;
    raise_descriptor_limit();
    CHECK(output_of(script("ulimit -S -n")) == std::to_string(initial) + "\n");
}

TEST_CASE("a command keeps the lock descriptor open, unless it is another user's") {
    const std::string asks_for_it = "test -e /proc/self/fd/3 && echo open || echo closed";
    const FileDescriptor lock(::open("/dev/null", O_RDWR | O_CLOEXEC));
    Command command = script(asks_for_it);
    CHECK(output_of(command) == "closed\n");
    command.lock_descriptor = lock.number();
    CHECK(output_of(command) == "open\n");
    command.user = 6666;
    if (is_root) CHECK(output_of(command) == "closed\n");
}

} // namespace running_command_test
