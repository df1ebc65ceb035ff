#include "protocol/client/module_host.h"
#include "tests/support/module_promises.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/transcript.h"

#include <doctest/doctest.h>

namespace module_host_ahead_test {

using namespace vow;
using namespace vow::client;
using namespace vow::tests;

namespace {

/// A module that notes its start and end in "log"; `body` runs before its header.
std::string noting(
    const TemporaryFolder& folder,
    const std::string& name,
    const std::string& flags,
    const std::string& body = ":"
) {
    const std::string start = ". '" + module_path("base.sh") + "'\nfolder=${0%/*}\n";
    return folder.write(
        name,
        start + "echo start >>\"$folder/log\"\n" + body + "\nheader line_based " + flags + R"sh(
        while request; do
            [ "$operation" != terminate ] || echo terminate >>"$folder/log"
            answer_line
        done
)sh"
    );
}

void expect(ModuleHost& host, const PromiseType& type) {
    const PromiseType* const types[] = {&type};
    host.expect(types);
}

/// Attends to the processes until it is known whether its promises may overlap.
PromiseKeeper::Overlap overlap_ahead(ModuleHost& host, const PromiseType& type) {
    while (host.overlap(type) == PromiseKeeper::Overlap::unknown)
        host.wait(PromiseKeeper::Clock::now() + std::chrono::milliseconds(1));
    return host.overlap(type);
}

} // namespace

TEST_CASE("a module that is expected starts, and its first promise is kept by that process") {
    const TemporaryFolder folder;
    const PromiseType type{"t", "/bin/sh", noting(folder, "module.sh", "", "echo noise >&2")};
    {
        ModuleHost host({.starts_ahead = 2});
        expect(host, type);
        CHECK(overlap_ahead(host, type) == PromiseKeeper::Overlap::refused);
        expect(host, type); // once is enough
        const auto kept = keep(host, promise_of(type, "a"));
        CHECK(kept.result() == "kept");
        CHECK(kept.has_line_with("verbose: Starting promise module"));
        CHECK(kept.has_line_with("wrote to standard error: noise"));
    }
    CHECK(folder.read("log") == "start\nterminate\n");
}

TEST_CASE("the header of an expected module is known ahead of its first promise") {
    const TemporaryFolder folder;
    const PromiseType type{"t", "/bin/sh", noting(folder, "module.sh", "parallel")};
    ModuleHost host({.starts_ahead = 1});
    CHECK(host.overlap(type) == PromiseKeeper::Overlap::unknown);
    expect(host, type);
    CHECK(overlap_ahead(host, type) == PromiseKeeper::Overlap::allowed);
}

TEST_CASE("a process from before a change is replaced, and one that is not needed logs nothing") {
    const TemporaryFolder folder;
    const PromiseType type{"t", "/bin/sh", noting(folder, "module.sh", "")};
    std::string logged;
    {
        ModuleHost host(
            {.log_level = LogLevel::debug,
             .log = [&](LogLevel, std::string_view line) { logged += line; },
             .starts_ahead = 2}
        );
        expect(host, type);
        overlap_ahead(host, type);
        host.note_change();
        CHECK(host.overlap(type) == PromiseKeeper::Overlap::unknown);
        CHECK(keep(host, promise_of(type, "a")).result() == "kept");
        const PromiseType other{"u", "/bin/sh", noting(folder, "other.sh", "")};
        expect(host, other);
        overlap_ahead(host, other);
    }
    CHECK(folder.read("log") == "start\nstart\nstart\nterminate\n");
    CHECK(logged.empty());
}

TEST_CASE("no more are started ahead than may wait") {
    const TemporaryFolder folder;
    std::vector<PromiseType> types;
    for (const char* name : {"a", "b", "c"})
        types.push_back({name, "/bin/sh", noting(folder, name, "")});
    const PromiseType* const all[] = {&types[0], &types[1], &types[2]};
    ModuleHost host({.starts_ahead = 2});
    host.expect(all);
    CHECK(overlap_ahead(host, types[0]) == PromiseKeeper::Overlap::refused);
    CHECK(overlap_ahead(host, types[1]) == PromiseKeeper::Overlap::refused);
    CHECK(host.overlap(types[2]) == PromiseKeeper::Overlap::unknown);
    CHECK(folder.read("log") == "start\nstart\n");
}

TEST_CASE("failures ahead of need are those of the first promise") {
    const TemporaryFolder folder;
    ModuleHost host({.starts_ahead = 2});
    const PromiseType missing{"t", "", folder / "missing"};
    expect(host, missing);
    CHECK(host.overlap(missing) == PromiseKeeper::Overlap::refused);
    CHECK(keep(host, promise_of(missing, "a")).has_line_with("missing"));
    const PromiseType dying{"u", "/bin/sh", noting(folder, "dying.sh", "", "exit 3")};
    expect(host, dying);
    CHECK(overlap_ahead(host, dying) == PromiseKeeper::Overlap::refused);
    CHECK(keep(host, promise_of(dying, "a")).has_line_with("exited with status 3"));
    const PromiseType wrong{
        "w", "/bin/sh", folder.write("wrong.sh", "printf 'a\\nb\\n\\n'; read x")};
    expect(host, wrong);
    CHECK(overlap_ahead(host, wrong) == PromiseKeeper::Overlap::refused);
    CHECK(keep(host, promise_of(wrong, "a")).has_line_with("sent no empty line after its header"));
}

TEST_CASE("nothing is started ahead unless the settings allow it") {
    const TemporaryFolder folder;
    const PromiseType type{"t", "/bin/sh", noting(folder, "module.sh", "")};
    ModuleHost host({});
    expect(host, type);
    CHECK(host.overlap(type) == PromiseKeeper::Overlap::unknown);
    CHECK(keep(host, promise_of(type, "a")).result() == "kept");
    CHECK(folder.read("log") == "start\n");
}

} // namespace module_host_ahead_test
