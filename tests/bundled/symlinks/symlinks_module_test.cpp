#include "tests/support/kept_promise.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

namespace symlinks_module_test {

using namespace vow;
using vow::tests::keep_promise;

namespace fs = std::filesystem;

namespace {

struct Places {
    tests::TemporaryFolder folder;
    std::string link = folder.path() + "/link";
    std::string file = folder.path() + "/file";
    std::string directory = folder.path() + "/directory";

    Places() {
        std::ofstream{file};
        fs::create_directory(directory);
    }
};

} // namespace

TEST_CASE("a link is created, and then kept") {
    const Places at;
    const auto first = keep_promise("symlinks", at.link, {{"file", at.file}});
    CHECK(first.result() == Verdict::repaired);
    CHECK(first.log_text() == "info: Created symlink '" + at.link + "' -> '" + at.file + "'\n");
    CHECK(fs::read_symlink(at.link) == at.file);
    CHECK(keep_promise("symlinks", at.link, {{"file", at.file}}).result() == Verdict::kept);
}

TEST_CASE("a link with another target is corrected, and a dry run logs the change") {
    const Places at;
    fs::create_symlink("/nowhere", at.link);
    const auto warned =
        keep_promise("symlinks", at.link, {{"directory", at.directory}}, Terms::Policy::warn);
    CHECK(warned.result() == Verdict::not_kept);
    CHECK(fs::read_symlink(at.link) == "/nowhere");
    REQUIRE(warned.outcome.changes.size() == 1);
    CHECK(warned.outcome.changes.front().before == "/nowhere");
    CHECK(warned.outcome.changes.front().after == at.directory);
    CHECK(
        keep_promise("symlinks", at.link, {{"directory", at.directory}}).result() ==
        Verdict::repaired
    );
    CHECK(fs::read_symlink(at.link) == at.directory);
}

TEST_CASE("a target reached by another link is the same") {
    const Places at;
    fs::create_symlink(at.directory, at.link);
    fs::create_symlink(at.link, at.link + "2");
    CHECK(
        keep_promise("symlinks", at.link + "2", {{"directory", at.directory}}).result() ==
        Verdict::kept
    );
}

TEST_CASE("an object in place of the link is left alone") {
    const Places at;
    CHECK(
        keep_promise("symlinks", at.file, {{"directory", at.directory}}).result() ==
        Verdict::not_kept
    );
    CHECK(fs::is_regular_file(at.file));
}

TEST_CASE("the target must be of the promised kind") {
    const Places at;
    CHECK(
        keep_promise("symlinks", at.link, {{"file", at.directory}}).result() == Verdict::not_kept
    );
    CHECK(
        keep_promise("symlinks", at.link, {{"directory", at.file}}).result() == Verdict::not_kept
    );
    CHECK(keep_promise("symlinks", at.link, {{"file", "/no/such"}}).result() == Verdict::not_kept);
    CHECK_FALSE(fs::is_symlink(at.link));
}

TEST_CASE("a promise needs one target, as an absolute path") {
    using modules::Validity;
    CHECK(keep_promise("symlinks", "/x", {}).validity == Validity::invalid);
    CHECK(
        keep_promise("symlinks", "/x", {{"file", "/a"}, {"directory", "/b"}}).validity ==
        Validity::invalid
    );
    CHECK(keep_promise("symlinks", "/x", {{"file", "a"}}).validity == Validity::invalid);
    CHECK(keep_promise("symlinks", "/x", {{"target", "/a"}}).validity == Validity::invalid);
}

} // namespace symlinks_module_test
