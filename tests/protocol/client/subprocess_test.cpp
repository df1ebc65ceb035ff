#include "protocol/client/subprocess.h"

#include <doctest/doctest.h>

#include <csignal>
#include <system_error>

using namespace vow::client;

namespace {

/// Attends to the process until it has ended and its output was read.
void attend_to_the_end(Subprocess& process) {
    while (!process.exited()) {
        Subprocess::Watched watched = process.watched();
        poll(watched.data(), watched.size(), -1);
        process.attend(watched);
    }
}

} // namespace

TEST_CASE("a process gets what it is sent, and what it writes is read") {
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
    Subprocess sleeper({"/bin/sh", "-c", "sleep 1000 & wait"});
    sleeper.signal(SIGTERM);
    attend_to_the_end(sleeper);
    CHECK(text_of(sleeper.reap()) == "was ended by signal 15 (SIGTERM)");
}

TEST_CASE("a program that cannot be executed is a system error, and leaves no descriptors open") {
    CHECK_THROWS_AS(Subprocess({"/no/such/program"}), std::system_error);
}

TEST_CASE("a process that is let go is killed") {
    const Subprocess sleeper({"/bin/sleep", "1000"});
}
