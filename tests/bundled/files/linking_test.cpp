#include "tests/support/kept_promise.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <filesystem>

#include <sys/stat.h>
#include <unistd.h>

namespace linking_test {

using namespace vow;
using namespace vow::tests;
namespace fs = std::filesystem;

namespace {

Attribute
link(const std::string& source, const std::string& type, const std::string& missing = "nop") {
    return {
        "link_from", body({{"source", source}, {"link_type", type}, {"when_no_source", missing}})};
}

const Attribute move_obstructions = {"move_obstructions", "true"};

} // namespace

TEST_CASE("a link of each type is created, then kept") {
    const TemporaryFolder folder;
    const std::string source = folder.write("x/source", "");
    struct Case {
        const char* type;
        std::string source, target;
    };
    const Case cases[] = {
        {"symlink", source, source},
        {"absolute", "x/../x/source", source},
        {"relative", source, "./x/source"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.type);
        const std::string path = folder / c.type;
        const auto made = keep_promise("files", path, {link(c.source, c.type)});
        CHECK(made.log_text() == "info: Linked files '" + path + "' -> '" + c.target + "'\n");
        CHECK(fs::read_symlink(path) == c.target);
        CHECK(keep_promise("files", path, {link(c.source, c.type)}).result() == Verdict::kept);
    }
    const auto hard = keep_promise("files", folder / "hard", {link(source, "hardlink")});
    CHECK(
        hard.log_text() ==
        "info: Hard linked file '" + (folder / "hard") + "' -> '" + source + "'\n"
    );
    CHECK(fs::hard_link_count(source) == 2);
    CHECK(
        keep_promise("files", folder / "hard", {link(source, "hardlink")}).result() == Verdict::kept
    );
}

TEST_CASE("a relative link climbs to the common directory") {
    const TemporaryFolder folder;
    const std::string source = folder.write("a/source", "");
    const std::string path = folder / "b/c/link";
    CHECK(keep_promise("files", path, {link(source, "relative")}).result() == Verdict::repaired);
    CHECK(fs::read_symlink(path) == "./../../a/source");
    CHECK(fs::exists(path));
}

TEST_CASE("an obstacle stays unless it may be moved") {
    const TemporaryFolder folder;
    const std::string source = folder.write("source", "");
    const std::string path = folder.write("file", "old");
    const auto refused = keep_promise("files", path, {link(source, "symlink")});
    CHECK(refused.lines.front() == "error: Object '" + path + "' is obstructing promise");
    CHECK(folder.read("file") == "old");
    keep_promise("files", path, {link(source, "symlink"), move_obstructions});
    CHECK(fs::read_symlink(path) == source);
    CHECK(folder.read("file.cfsaved") == "old");

    const std::string other = folder.write("other", "");
    const auto wrong = keep_promise("files", path, {link(other, "symlink")});
    CHECK(
        wrong.lines.front() == "error: Link '" + path + "' points to '" + source + "' not '" +
                                   other + "', but not moving obstructions"
    );
    keep_promise("files", path, {link(other, "symlink"), move_obstructions});
    CHECK(fs::read_symlink(path) == other);
}

TEST_CASE("a link without a source is not created unless forced, and may be deleted") {
    const TemporaryFolder folder;
    const std::string none = folder / "none";
    const std::string path = folder / "link";
    CHECK(
        keep_promise("files", path, {link(none, "symlink")}).lines.front() ==
        "error: Unable to create link '" + path + "' -> '" + none + "', no source"
    );
    keep_promise("files", path, {link(none, "symlink", "force")});
    CHECK(fs::is_symlink(path));
    CHECK(
        keep_promise("files", path, {link(none, "symlink", "delete")}).log_text() ==
        "info: Removed dead link '" + path + "'\n"
    );
    CHECK_FALSE(fs::is_symlink(path));
}

TEST_CASE("each child of a directory is linked") {
    const TemporaryFolder folder;
    folder.write("from/a", "");
    folder.write("from/b", "");
    folder.write("to/b", "own");
    const Attribute children = {
        "link_from",
        body({{"source", folder / "from"}, {"link_type", "symlink"}, {"link_children", "true"}})};
    keep_promise("files", folder / "to", {children});
    CHECK(fs::read_symlink(folder / "to/a") == folder / "from/a");
    CHECK(folder.read("to/b") == "own");
}

TEST_CASE("a link gives way to a directory of linked children if obstructions are moved") {
    const TemporaryFolder folder;
    folder.write("from/a", "");
    const std::string path = folder / "to";
    fs::create_symlink("from", path);
    const Attribute children = {
        "link_from", body({{"source", folder / "from"}, {"link_children", "true"}})};
    CHECK(keep_promise("files", path, {children}).result() == Verdict::not_kept);
    CHECK(fs::is_symlink(path));
    keep_promise("files", path, {children, move_obstructions});
    CHECK(fs::is_directory(fs::symlink_status(path)));
    CHECK(fs::read_symlink(folder / "to/a") == folder / "from/a");
}

TEST_CASE("the source of linked children can be a link") {
    const TemporaryFolder folder;
    folder.write("from/a", "");
    fs::create_symlink("from", folder / "link");
    const Attribute children = {
        "link_from", body({{"source", folder / "link"}, {"link_children", "true"}})};
    keep_promise("files", folder / "to", {children});
    CHECK(fs::read_symlink(folder / "to/a") == folder / "link/a");
}

} // namespace linking_test
