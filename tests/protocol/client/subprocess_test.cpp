#include "protocol/client/subprocess.h"
#include "protocol/system/file_descriptor.h"
#include "tests/support/skip.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/trusted_command.h"

#include <doctest/doctest.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <thread>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace subprocess_test {

using namespace vow::client;
using vow::tests::trusted;

namespace {

std::ptrdiff_t open_descriptors() {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
}

bool has_children() {
    siginfo_t ended{};
    return waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD;
}

/// True if a process runs; false for one that has ended but was not reaped.
bool is_running(const std::string& pid) {
    std::ifstream file("/proc/" + pid + "/stat");
    const std::string stat{std::istreambuf_iterator<char>(file), {}};
    const auto name_end = stat.rfind(") ");
    return name_end != std::string::npos && stat.at(name_end + 2) != 'Z';
}

/// The kernel ends a process soon after its signal.
bool ends_soon(const std::string& pid) {
    for (int patience = 0; patience < 500 && is_running(pid); ++patience)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return !is_running(pid);
}

std::string next_line(Subprocess& process) {
    while (true) {
        if (const auto line = process.output().next_line()) return std::string(*line);
        REQUIRE_FALSE(process.has_exited());
        Subprocess::Watched watched = process.watched();
        poll(watched.data(), watched.size(), -1);
        process.attend(watched);
    }
}

/// A shell and a child of it that both wait, and the child's process id.
constexpr const char* two_sleepers = "sleep 1000 & echo $!; wait";

/// Attends to the process until it has ended and its output was read.
void attend_to_the_end(Subprocess& process) {
    while (!process.has_exited()) {
        Subprocess::Watched watched = process.watched();
        poll(watched.data(), watched.size(), -1);
        process.attend(watched);
    }
}

/// Starts a program, as another user, that SIGKILL of that user cannot end. Returns 0 if the
/// program is given up in time.
int give_up_as_other_user(const std::string& invincible) {
    if (::setresuid(6666, 6666, 6666) != 0) return 1;
    const auto begin = std::chrono::steady_clock::now();
    Subprocess process(trusted({.arguments = {invincible, "--reuid", "0", "/bin/sleep", "30"}}));
    std::this_thread::sleep_for(std::chrono::milliseconds(300)); // until it has changed identity
    const ExitStatus status = process.reap(std::chrono::milliseconds(200));
    if (status.kind != ExitStatus::Kind::given_up) return 2;
    return std::chrono::steady_clock::now() - begin < std::chrono::seconds(10) ? 0 : 3;
}

} // namespace

TEST_CASE("a process gets its input, and its output is read") {
    std::signal(SIGPIPE, SIG_IGN);
    Subprocess cat(trusted(
        {.arguments = {"/bin/sh", "-c", "read line; echo \"got $line\"; echo oops >&2; exit 3"}}
    ));
    CHECK(cat.send("hello\n") == Subprocess::SendResult::accepted);
    attend_to_the_end(cat);
    CHECK(cat.output().next_line() == "got hello");
    CHECK(cat.take_errors() == "oops\n");
    CHECK(text_of(cat.reap()) == "exited with status 3");
    std::signal(SIGPIPE, SIG_DFL);
}

TEST_CASE("a signal ends the whole group, and the status names the signal") {
    Subprocess sleeper(trusted({.arguments = {"/bin/sh", "-c", two_sleepers}}));
    const std::string child = next_line(sleeper);
    REQUIRE(is_running(child));
    sleeper.signal(SIGTERM);
    attend_to_the_end(sleeper);
    CHECK(text_of(sleeper.reap()) == "was ended by signal 15 (SIGTERM)");
    CHECK(ends_soon(child));
}

TEST_CASE("a program that cannot be executed is a system error and leaves nothing open") {
    const std::ptrdiff_t before = open_descriptors();
    CHECK_THROWS_AS(Subprocess(trusted({.arguments = {"/no/such/program"}})), std::system_error);
    CHECK(open_descriptors() == before);
    CHECK_FALSE(has_children());
}

TEST_CASE("a process that is destroyed is killed with its group and leaves nothing open") {
    const std::ptrdiff_t before = open_descriptors();
    std::string child;
    {
        Subprocess sleeper(trusted({.arguments = {"/bin/sh", "-c", two_sleepers}}));
        child = next_line(sleeper);
        REQUIRE(is_running(child));
    }
    CHECK(ends_soon(child));
    CHECK(open_descriptors() == before);
    CHECK_FALSE(has_children());
}

TEST_CASE("a process that withstands SIGKILL is given up") {
    if (::geteuid() != 0 || ::access("/usr/bin/setpriv", X_OK) != 0)
        return vow::tests::skip_without("root", "only root can make a process of another user");
    const vow::tests::TemporaryFolder folder;
    REQUIRE(::chmod(folder.path().c_str(), 0755) == 0);
    const std::string invincible = folder / "setpriv";
    std::filesystem::copy_file("/usr/bin/setpriv", invincible);
    REQUIRE(::chmod(invincible.c_str(), 04755) == 0);
    const pid_t other = ::fork();
    if (other == 0) ::_exit(give_up_as_other_user(invincible));
    int status = 0;
    ::waitpid(other, &status, 0);
    CHECK(WEXITSTATUS(status) == 0);
}

} // namespace subprocess_test
