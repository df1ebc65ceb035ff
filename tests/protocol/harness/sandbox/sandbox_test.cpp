#include "protocol/harness/sandbox/file_changes.h"
#include "protocol/harness/sandbox/sandbox.h"
#include "tests/support/skip.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>

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
}

TEST_CASE("an exception in a sandbox is returned as its text") {
    const auto works = in_sandbox([] { return Data::string("done"); });
    if (const auto* none = std::get_if<NoSandbox>(&works))
        return skip_without("sandbox", none->why);
    const auto ran = in_sandbox([]() -> Data { throw std::runtime_error("no luck"); });
    REQUIRE(std::holds_alternative<NoSandbox>(ran));
    CHECK(std::get<NoSandbox>(ran).why == "no luck");
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
