#include "protocol/client/subprocess.h"

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

#include <sys/wait.h>

using namespace vow::client;

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
        REQUIRE_FALSE(process.exited());
        Subprocess::Watched watched = process.watched();
        poll(watched.data(), watched.size(), -1);
        process.attend(watched);
    }
}

/// A shell and a child of it that both wait, and the child's process id.
constexpr const char* two_sleepers = "sleep 1000 & echo $!; wait";

/// Attends to the process until it has ended and its output was read.
void attend_to_the_end(Subprocess& process) {
    while (!process.exited()) {
        Subprocess::Watched watched = process.watched();
        poll(watched.data(), watched.size(), -1);
        process.attend(watched);
    }
}

} // namespace

TEST_CASE("a process gets its input, and its output is read") {
    std::signal(SIGPIPE, SIG_IGN);
    Subprocess cat({"/bin/sh", "-c", "read line; echo \"got $line\"; echo oops >&2; exit 3"});
    CHECK(cat.send("hello\n") == Subprocess::Sent::taken);
    attend_to_the_end(cat);
    CHECK(cat.output().next_line() == "got hello");
    CHECK(cat.take_errors() == "oops\n");
    CHECK(text_of(cat.reap()) == "exited with status 3");
    std::signal(SIGPIPE, SIG_DFL);
}

TEST_CASE("a signal ends the whole group, and the status names the signal") {
    Subprocess sleeper({"/bin/sh", "-c", two_sleepers});
    const std::string child = next_line(sleeper);
    REQUIRE(is_running(child));
    sleeper.signal(SIGTERM);
    attend_to_the_end(sleeper);
    CHECK(text_of(sleeper.reap()) == "was ended by signal 15 (SIGTERM)");
    CHECK(ends_soon(child));
}

TEST_CASE("a program that cannot be executed is a system error and leaves nothing open") {
    const std::ptrdiff_t before = open_descriptors();
    CHECK_THROWS_AS(Subprocess({"/no/such/program"}), std::system_error);
    CHECK(open_descriptors() == before);
    CHECK_FALSE(has_children());
}

TEST_CASE("a process that is destroyed is killed with its group and leaves nothing open") {
    const std::ptrdiff_t before = open_descriptors();
    std::string child;
    {
        Subprocess sleeper({"/bin/sh", "-c", two_sleepers});
        child = next_line(sleeper);
        REQUIRE(is_running(child));
    }
    CHECK(ends_soon(child));
    CHECK(open_descriptors() == before);
    CHECK_FALSE(has_children());
}
