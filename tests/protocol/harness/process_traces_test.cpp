#include "protocol/harness/process_traces.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <string>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

namespace process_traces_test {

using namespace vow::harness;
using vow::tests::TemporaryFolder;

TEST_CASE("a process that was started, and its lock, are traces") {
    const TemporaryFolder folder;
    const std::string path = folder.write("locked", "");
    int ready[2] = {-1, -1};
    REQUIRE(::pipe(ready) == 0);
    const ProcessTraces before = traces_below(::getpid());
    const pid_t child = ::fork();
    if (child == 0) {
        const bool is_locked = ::flock(::open(path.c_str(), O_RDONLY | O_CLOEXEC), LOCK_EX) == 0;
        if (is_locked) [[maybe_unused]]
            const ssize_t written = ::write(ready[1], "x", 1);
        ::pause();
        std::_Exit(0);
    }
    char byte = 0;
    REQUIRE(::read(ready[0], &byte, 1) == 1);
    const auto lines = new_traces(before, traces_below(::getpid()));
    REQUIRE(lines.size() == 2);
    CHECK(lines[0].ends_with("which is still running"));
    CHECK(lines[1] == "it holds a lock on " + path);
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    CHECK(new_traces(before, traces_below(::getpid())).empty());
    ::close(ready[0]);
    ::close(ready[1]);
}

} // namespace process_traces_test
