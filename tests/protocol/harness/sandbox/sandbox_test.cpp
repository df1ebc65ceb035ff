#include "protocol/harness/sandbox/file_changes.h"
#include "protocol/harness/sandbox/sandbox.h"
#include "tests/support/skip.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sandbox_test {

using namespace vow;
using namespace vow::harness;
using namespace vow::tests;

namespace {

/// "NAME: WHAT" for each, names relative to the folder.
std::vector<std::string>
texts_of(const std::vector<PathChange>& changes, const TemporaryFolder& folder) {
    std::vector<std::string> texts;
    for (const PathChange& change : changes) {
        const std::string name =
            std::filesystem::path(change.path).lexically_relative(folder.path());
        texts.push_back(name + ": " + change.what);
    }
    return texts;
}

void change_everything(const TemporaryFolder& folder) {
    namespace fs = std::filesystem;
    folder.write("new", "text");
    folder.write("text", "one\nTWO\n");
    fs::permissions(folder / "mode", fs::perms::owner_read);
    fs::remove(folder / "gone");
}

void prepare(const TemporaryFolder& folder) {
    folder.write("text", "one\ntwo\n");
    folder.write("mode", "");
    folder.write("gone", "");
    folder.write("same", "");
    std::filesystem::permissions(folder / "mode", std::filesystem::perms(0644));
}

} // namespace

TEST_CASE("a sandbox returns the changes made in it, and the machine stays unchanged") {
    const TemporaryFolder folder;
    prepare(folder);
    const auto ran = in_sandbox([&] {
        change_everything(folder);
        std::ofstream(folder / "same", std::ios::app).flush(); // opened for writing, no more
        return Data::string("done");
    });
    if (const auto* none = std::get_if<NoSandbox>(&ran)) return skip_without("sandbox", none->why);
    const auto& sandboxed = std::get<SandboxResult>(ran);
    CHECK(sandboxed.value.text() == "done");
    CHECK(
        texts_of(sandboxed.changes, folder) ==
        std::vector<std::string>{
            "gone: deleted",
            "mode: its mode changed from 644 to 400",
            "new: created, a file",
            "text: its text changed: line 2 was 'two' and is 'TWO'"}
    );
    CHECK(!folder.has("new"));
    CHECK(folder.read("text") == "one\ntwo\n");
    CHECK(sandboxed.observation.attempts.empty());
}

TEST_CASE("work that dies in a sandbox is lost, and is not mistaken for a missing sandbox") {
    const auto works = in_sandbox([] { return Data::string("done"); });
    if (const auto* none = std::get_if<NoSandbox>(&works))
        return skip_without("sandbox", none->why);
    const auto ran = in_sandbox([]() -> Data { std::_Exit(1); });
    REQUIRE(std::holds_alternative<LostWork>(ran));
    CHECK(std::get<LostWork>(ran).why == "it ended without an answer");
}

TEST_CASE("a signal to a process outside of the sandbox is recorded") {
    const pid_t outside = ::getpid();
    const auto ran = in_sandbox([&] {
        const pid_t child = ::fork();
        if (child == 0) std::_Exit(::kill(outside, SIGCONT) == 0 ? 0 : 1);
        int status = 0;
        ::waitpid(child, &status, 0);
        return Data::string(WEXITSTATUS(status) == 0 ? "sent" : "refused");
    });
    if (const auto* none = std::get_if<NoSandbox>(&ran)) return skip_without("sandbox", none->why);
    const auto& sandboxed = std::get<SandboxResult>(ran);
    CHECK(sandboxed.value.text() == "refused");
    if (!sandboxed.observation.obstacle.empty())
        return skip_without("seccomp", sandboxed.observation.obstacle);
    const std::string wanted =
        "sent signal " + std::to_string(SIGCONT) + " to process " + std::to_string(outside);
    REQUIRE(sandboxed.observation.attempts.size() == 1);
    CHECK(sandboxed.observation.attempts.front() == Attempt{Attempt::Kind::change, wanted});
}

TEST_CASE("a pipe of a program outside is not opened for writing, and the attempt is recorded") {
    const TemporaryFolder folder;
    const std::string pipe = std::filesystem::canonical(folder.path()) / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    const auto ran = in_sandbox([&] {
        const FileDescriptor mine(::open(pipe.c_str(), O_RDWR | O_CLOEXEC));
        return Data::string(mine ? "opened" : std::strerror(errno));
    });
    if (const auto* none = std::get_if<NoSandbox>(&ran)) return skip_without("sandbox", none->why);
    const auto& sandboxed = std::get<SandboxResult>(ran);
    if (!sandboxed.observation.obstacle.empty())
        return skip_without("seccomp", sandboxed.observation.obstacle);
    CHECK(sandboxed.value.text() == std::strerror(ENXIO));
    REQUIRE(sandboxed.observation.attempts.size() == 1);
    CHECK(
        sandboxed.observation.attempts.front() ==
        Attempt{Attempt::Kind::contact, "opened the pipe " + pipe + " for writing"}
    );
}

TEST_CASE("a pipe without a name, which a program has already, is opened again") {
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    const FileDescriptor from(ends[0]);
    const FileDescriptor into(ends[1]);
    const FileDescriptor own_stderr(::dup(STDERR_FILENO));
    ::dup2(into.number(), STDERR_FILENO);
    const auto ran = in_sandbox([&] {
        const std::string number = std::to_string(into.number());
        std::string opened;
        for (const std::string& path :
             {std::string("/dev/stderr"), "/dev/fd/" + number, "/proc/self/fd/" + number}) {
            const FileDescriptor again(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
            opened += again ? "opened " : std::strerror(errno);
        }
        return Data::string(opened);
    });
    ::dup2(own_stderr.number(), STDERR_FILENO);
    if (const auto* none = std::get_if<NoSandbox>(&ran)) return skip_without("sandbox", none->why);
    const auto& sandboxed = std::get<SandboxResult>(ran);
    CHECK(sandboxed.value.text() == "opened opened opened ");
    CHECK(sandboxed.observation.attempts.empty());
}

TEST_CASE("a process group is killed before it renames a file to a guarded path") {
    const TemporaryFolder folder;
    folder.write("fresh", "new");
    const std::string guarded = std::filesystem::canonical(folder.path()) / "file";
    const auto ran = in_sandbox(
        [&] {
            const pid_t child = ::fork();
            if (child == 0) {
                ::setpgid(0, 0);
                std::filesystem::rename(folder / "fresh", folder / "other");
                std::filesystem::rename(folder / "other", guarded);
                std::_Exit(0);
            }
            int status = 0;
            ::waitpid(child, &status, 0);
            return Data::boolean(WIFSIGNALED(status) && folder.has("other"));
        },
        {guarded}
    );
    if (const auto* none = std::get_if<NoSandbox>(&ran)) return skip_without("sandbox", none->why);
    const auto& sandboxed = std::get<SandboxResult>(ran);
    if (!sandboxed.observation.obstacle.empty())
        return skip_without("seccomp", sandboxed.observation.obstacle);
    CHECK(sandboxed.value.truth());
    CHECK(sandboxed.observation.has_killed);
}

TEST_CASE("an exception in a sandbox is returned as its text") {
    const auto works = in_sandbox([] { return Data::string("done"); });
    if (const auto* none = std::get_if<NoSandbox>(&works))
        return skip_without("sandbox", none->why);
    const auto ran = in_sandbox([]() -> Data { throw std::runtime_error("no luck"); });
    REQUIRE(std::holds_alternative<LostWork>(ran));
    CHECK(std::get<LostWork>(ran).why == "no luck");
}

TEST_CASE("a snapshot finds the changes in its folders") {
    const TemporaryFolder folder;
    prepare(folder);
    const Snapshot before({folder.path()});
    CHECK(before.changes().empty());
    change_everything(folder);
    const auto texts = texts_of(before.changes(), folder);
    for (const char* text : {"gone: deleted", "mode: changed", "new: created", "text: changed"}) {
        CAPTURE(text);
        CHECK(std::find(texts.begin(), texts.end(), text) != texts.end());
    }
}

} // namespace sandbox_test
