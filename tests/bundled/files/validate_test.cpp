#include "tests/support/kept_promise.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <filesystem>

namespace validate_test {

using namespace vow;
using namespace vow::tests;

namespace {

KeptPromise keep(
    const TemporaryFolder& folder,
    const std::string& command,
    Terms::Policy policy = Terms::Policy::fix
) {
    return keep_promise("files", folder / "f", {{"content", "new"}, {"validate", command}}, policy);
}

} // namespace

TEST_CASE("a validate command reads the new content in a file that others cannot read") {
    const TemporaryFolder folder;
    folder.write("f", "old");
    const std::string seen = folder / "seen";
    CHECK(keep(folder, "/bin/cp --preserve=mode $(file) " + seen).result() == Verdict::repaired);
    CHECK(folder.read("seen") == "new");
    CHECK(folder.read("f") == "new");
    CHECK(std::filesystem::status(seen).permissions() == std::filesystem::perms(0600));
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
        files += entry.exists() ? 1U : 0U;
    CHECK(files == 2);
}

TEST_CASE("a validate command that fails leaves the old content, and its output is logged") {
    const TemporaryFolder folder;
    folder.write("f", "old");
    const auto kept = keep(folder, "/bin/ls $(file) /no/such/file");
    CHECK(kept.result() == Verdict::not_kept);
    CHECK(kept.log_text().find("the file stays as it was") != std::string::npos);
    CHECK(kept.log_text().find("No such file") != std::string::npos);
    CHECK(folder.read("f") == "old");
}

TEST_CASE("a validate command does not run in a dry run, nor for content that is there") {
    const TemporaryFolder folder;
    folder.write("f", "old");
    const std::string command = "/bin/cp $(file) " + (folder / "seen");
    CHECK(keep(folder, command, Terms::Policy::warn).result() == Verdict::not_kept);
    folder.write("f", "new");
    CHECK(keep(folder, command).result() == Verdict::kept);
    CHECK_FALSE(folder.has("seen"));
}

TEST_CASE("a validate command must name the file") {
    const TemporaryFolder folder;
    CHECK(keep(folder, "/bin/true").validity == modules::Validity::invalid);
}

} // namespace validate_test
