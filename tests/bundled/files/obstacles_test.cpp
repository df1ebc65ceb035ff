#include "tests/support/kept_promise.h"
#include "tests/support/other_user.h"

#include <doctest/doctest.h>

#include <chrono>

#include <sys/wait.h>

namespace obstacles_test {

using namespace vow;
using namespace vow::tests;

namespace {

/// Whether a step ends within 5 s; it runs in a process of its own, and is killed otherwise.
template <class Step>
bool ends(Step step) {
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(5);
        step();
        ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status);
}

} // namespace

TEST_CASE("a fifo or a device in the way of a file is refused at once") {
    const TemporaryFolder folder;
    const std::string fifo = folder / "fifo";
    REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
    REQUIRE(::symlink("fifo", (folder / "link").c_str()) == 0);
    REQUIRE(::symlink("/dev/zero", (folder / "zero").c_str()) == 0);
    const std::string source = folder.write("source", "new");
    const Attributes attacks[] = {
        {{"content", "new"}},
        {{"edited", body({{"content", "new"}, {"whole", "true"}})}},
        {{"rename", body({{"rotate", "1"}})}},
        {{"rename", body({{"rotate", "0"}})}}};
    for (const std::string& path : {fifo, folder / "link", folder / "zero"}) {
        for (const Attributes& attributes : attacks) {
            CHECK(ends([&] {
                if (keep_promise("files", path, attributes).result() < Verdict::not_kept) ::abort();
            }));
        }
        CHECK(ends([&] { keep_promise("json", path + ":a", {{"number", "1"}}); }));
        CHECK(ends([&] {
            keep_promise("files", folder / "copy", {{"copy_from", body({{"source", path}})}});
        }));
        CHECK(ends([&] {
            const Data copy = body({{"source", source}, {"compare", "digest"}});
            keep_promise("files", fifo, {{"copy_from", copy}});
        }));
        ::unlink(fifo.c_str());
        REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
    }
}

TEST_CASE("the name of a file is one argument of a command whatever is in it") {
    const TemporaryFolder folder;
    folder.write("target", "root's");
    const std::string name = "x " + folder.path() + " \"'y/target";
    folder.write(name, "user's");
    const auto kept =
        keep_promise("files", folder / name, {{"transformer", "/bin/rm -f $(this.promiser)"}});
    CHECK(kept.result() == Verdict::repaired);
    CHECK_FALSE(folder.has(name));
    CHECK(folder.read("target") == "root's");

    folder.write(name, "user's");
    keep_promise(
        "files",
        folder / name,
        {{"file_select",
          body(
              {{"file_result", "exec_program"},
               {"exec_program", "/bin/rm -f " + std::string("$(this.promiser)")}}
          )},
         {"touch", "true"}}
    );
    CHECK_FALSE(folder.has(name));
}

} // namespace obstacles_test
