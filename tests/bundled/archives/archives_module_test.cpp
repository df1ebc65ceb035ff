#include "modules/archives/archive_writer.h"
#include "modules/archives/archives_module.h"
#include "tests/support/kept_promise.h"
#include "tests/support/other_user.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <filesystem>

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace archives_module_test {

using namespace vow;
using namespace vow::modules;

namespace fs = std::filesystem;

namespace {

tests::KeptPromise
keep(const std::string& archive, Attributes attributes, Terms::Policy policy = Terms::Policy::fix) {
    ArchivesModule module;
    return tests::keep_promise(module, archive, std::move(attributes), policy);
}

/// An entry of an archive that is made for a test.
struct Entry {
    std::string name;
    std::string text = {};
    mode_t mode = S_IFREG | 0644;
    std::string target = {};
};

std::string archive_of(const std::vector<Entry>& entries, std::string_view format = "tar") {
    std::string bytes;
    ArchiveWriter writer(*find_format(format), [&](std::string_view more) { bytes += more; });
    for (const Entry& entry : entries) {
        struct stat status = {};
        status.st_mode = entry.mode;
        status.st_size = static_cast<off_t>(entry.text.size());
        writer.begin(entry.name, status, entry.target);
        if (!entry.text.empty()) writer.write(entry.text);
    }
    writer.end();
    return bytes;
}

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

mode_t mode_of(const std::string& path) {
    struct stat status = {};
    REQUIRE(::lstat(path.c_str(), &status) == 0);
    return status.st_mode & 07777U;
}

} // namespace

TEST_CASE("an archive of each format has the files of its folder") {
    const tests::TemporaryFolder folder;
    folder.write("site/page", "welcome");
    folder.write("site/deep/er/f", std::string(200'000, 'x'));
    folder.write("site/umlaut-\xc3\xa4", "");
    REQUIRE(::chmod((folder / "site/page").c_str(), 0750) == 0);
    REQUIRE(::symlink("deep/er/f", (folder / "site/link").c_str()) == 0);
    for (const std::string& format : names_of_formats()) {
        CAPTURE(format);
        const std::string path = folder / ("site." + format);
        const std::string copy = folder / ("copy-" + format);
        CHECK(keep(path, {{"from", folder / "site"}}).result() == Verdict::repaired);
        CHECK(mode_of(path) == 0600);
        CHECK(keep(path, {{"from", folder / "site"}}).result() == Verdict::kept);
        const auto extracted = keep(path, {{"into", copy}});
        CHECK(extracted.result() == Verdict::repaired);
        CHECK(folder.read("copy-" + format + "/page") == "welcome");
        CHECK(mode_of(copy + "/page") == 0750);
        CHECK(fs::read_symlink(copy + "/link") == "deep/er/f");
        CHECK(folder.read("copy-" + format + "/link").size() == 200'000);
        CHECK(keep(path, {{"into", copy}}).result() == Verdict::kept);
        folder.write("copy-" + format + "/page", "other");
        CHECK(contains(keep(path, {{"into", copy}}).log_text(), ": 1 entry differed"));
    }
}

TEST_CASE("a dry run of an archive changes nothing and logs each change") {
    const tests::TemporaryFolder folder;
    folder.write("site/page", "welcome");
    const auto packed = keep(folder / "site.zip", {{"from", folder / "site"}}, Terms::Policy::warn);
    CHECK(contains(packed.log_text(), "warning: Should create archive"));
    CHECK_FALSE(fs::exists(folder / "site.zip"));
    keep(folder / "site.zip", {{"from", folder / "site"}});
    const auto extracted =
        keep(folder / "site.zip", {{"into", folder / "copy"}}, Terms::Policy::warn);
    CHECK(contains(extracted.log_text(), "warning: Should extract"));
    CHECK_FALSE(fs::exists(folder / "copy"));
}

TEST_CASE("an archive in its own folder does not hold itself") {
    const tests::TemporaryFolder folder;
    folder.write("site/page", "welcome");
    const std::string path = folder / "site/all.zip";
    CHECK(keep(path, {{"from", folder / "site"}}).result() == Verdict::repaired);
    CHECK(keep(path, {{"from", folder / "site"}}).result() == Verdict::kept);
}

TEST_CASE("an archive that cannot be made leaves the one that is there") {
    const tests::TemporaryFolder folder;
    folder.write("site/page", "welcome");
    folder.write("site.zip", "old");
    const auto kept = keep(folder / "site.zip", {{"from", folder / "site"}, {"max_size", "3"}});
    CHECK(contains(kept.log_text(), "the bytes of its files exceed 3; promise a larger 'max_size'")
    );
    CHECK(folder.read("site.zip") == "old");
    CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 2);
}

TEST_CASE("folders that names need and entries that are left out count against the limits") {
    const tests::TemporaryFolder folder;
    const std::string zeros(20 << 20, '\0');
    const std::string deep = folder.write("deep.tar", archive_of({{"a/b/c/d/e/f"}, {"a/b/x/y/z"}}));
    const std::string left_out =
        folder.write("left-out.tar.gz", archive_of({{"../a", zeros}}, "tar.gz"));
    const std::string into = folder / "into";
    for (const std::string& archive : {deep, left_out}) {
        const auto kept =
            keep(archive, {{"into", into}, {"max_entries", "8"}, {"max_ratio", "50"}});
        CHECK(kept.result() == Verdict::not_kept);
        CHECK(contains(kept.log_text(), archive == deep ? "folders exceeds 8;" : "exceeds 50;"));
        CHECK_FALSE(fs::exists(into));
    }
    const Attributes enough = {{"into", into}, {"max_entries", "9"}, {"max_ratio", "10000"}};
    CHECK(keep(deep, enough).result() == Verdict::repaired);
    CHECK(keep(left_out, enough).result() == Verdict::kept);
}

TEST_CASE("entries of an archive that lead out are left out with a warning") {
    const tests::TemporaryFolder folder;
    const std::string archive = folder.write(
        "evil.tar",
        archive_of(
            {{"../above", "x"},
             {folder / "absolute", "x"},
             {"a/../../above", "x"},
             {.name = "up", .mode = S_IFLNK | 0777, .target = "../secret"},
             {.name = "out", .mode = S_IFLNK | 0777, .target = "/etc"},
             {"out/passwd", "x"},
             {.name = "in", .mode = S_IFLNK | 0777, .target = "good"},
             {"in/under", "x"},
             {.name = "fifo", .mode = S_IFIFO | 0644},
             {"good", "first"},
             {"good", "second"},
             {"good/under", "x"}}
        )
    );
    const auto kept = keep(archive, {{"into", folder / "out"}});
    const std::string log = kept.log_text();
    CHECK(kept.result() == Verdict::repaired);
    CHECK(contains(log, "warning: Left out '../above': its name leads out of the folder\n"));
    CHECK(contains(log, "warning: Left out '" + folder / "absolute" + "': its name is absolute\n"));
    CHECK(contains(log, "warning: Left out 'up': it is a link that does not lead below its folder")
    );
    CHECK(contains(log, "warning: Left out 'out': it is a link that does not lead below its folder")
    );
    CHECK(contains(log, "warning: Left out 'in/under': 'in' is not a folder in the archive\n"));
    CHECK(contains(log, "warning: Left out 'fifo': it is a device or another special file\n"));
    CHECK(contains(log, "warning: Left out 'good': the archive has that name twice\n"));
    CHECK(contains(log, "warning: Left out 'good/under': 'good' is not a folder in the archive\n"));
    CHECK_FALSE(fs::exists(folder / "above"));
    CHECK_FALSE(fs::exists(folder / "absolute"));
    CHECK(folder.read("out/good") == "first");
    CHECK(folder.read("out/out/passwd") == "x"); // in a folder, not through the link
    CHECK(keep(archive, {{"into", folder / "out"}}).result() == Verdict::kept);
}

TEST_CASE(
    "extracted files have no set id bits and are not writable by others unless that is promised"
) {
    const tests::TemporaryFolder folder;
    const std::string archive =
        folder.write("a.tar", archive_of({{.name = "tool", .text = "x", .mode = S_IFREG | 06777}}));
    keep(archive, {{"into", folder / "plain"}});
    CHECK(mode_of(folder / "plain/tool") == 0755);
    keep(archive, {{"into", folder / "asked"}, {"set_id", "true"}});
    CHECK(mode_of(folder / "asked/tool") == 06755);
}

TEST_CASE("an archive beyond a limit is not extracted at all") {
    const tests::TemporaryFolder folder;
    const std::string zeros(32 << 20, '\0');
    const std::string bomb =
        folder.write("bomb.zip", archive_of({{"first", "x"}, {"zeros", zeros}}, "zip"));
    const auto refused = [&](Attributes attributes, std::string_view why) {
        attributes.set("into", folder / "out");
        const auto kept = keep(bomb, std::move(attributes));
        CHECK(kept.result() == Verdict::not_kept);
        CHECK(contains(kept.log_text(), why));
        CHECK_FALSE(fs::exists(folder / "out"));
    };
    refused({}, "the ratio of its files to the archive exceeds 200; promise a larger 'max_ratio'");
    refused({{"max_ratio", "10000"}, {"max_size", "1m"}}, "the bytes of its files exceed 1000000");
    refused({{"max_ratio", "10000"}, {"max_entries", "1"}}, "exceeds 1; promise a larger");
}

TEST_CASE("a damaged archive changes nothing") {
    const tests::TemporaryFolder folder;
    const std::string whole =
        archive_of({{"first", "x"}, {"second", std::string(100'000, 'y')}}, "tar.gz");
    const std::string archive = folder.write("a.tar.gz", whole.substr(0, whole.size() - 20));
    const auto kept = keep(archive, {{"into", folder / "out"}});
    CHECK(contains(kept.log_text(), "error: Cannot extract '" + archive + "': it cannot be read: ")
    );
    CHECK_FALSE(fs::exists(folder / "out"));
}

TEST_CASE("an archive is not extracted through planted links") {
    if (!tests::OtherUser::can_exist()) return;
    const tests::OtherUser user;
    user.secret();
    const std::string archive = user.folder().write(
        "a.zip", archive_of({{"conf", "new"}, {"sub/secret", "new"}, {"other", "new"}}, "zip")
    );
    const auto refused = [&](const std::string& link) {
        const auto kept = keep(archive, {{"into", user.in_home("out")}});
        CHECK(kept.result() == Verdict::not_kept);
        CHECK(contains(kept.log_text(), link));
        CHECK(user.is_safe());
        CHECK_FALSE(fs::exists(user.in_home("out/other")));
        fs::remove(link);
    };
    user.make_folder("out");
    refused(user.plant_link("out/conf", user.root_only() + "/secret"));
    refused(user.plant_link("out/sub", user.root_only()));
    fs::remove(user.in_home("out"));
    refused(user.plant_link("out", user.root_only()));
}

TEST_CASE("an archive is not read or made through planted links") {
    if (!tests::OtherUser::can_exist()) return;
    const tests::OtherUser user;
    const std::string secret = user.secret();
    const std::string packed = user.plant_link("packed.zip", secret);
    CHECK(contains(keep(packed, {{"into", user.folder() / "out"}}).log_text(), "Cannot follow"));
    user.make_folder("site");
    user.write("site/page", "welcome");
    CHECK(contains(keep(packed, {{"from", user.in_home("site")}}).log_text(), "Cannot follow"));
    CHECK(user.is_safe());
    user.plant_link("site/leak", secret);
    user.plant_link("site/folder", user.root_only());
    const std::string archive = user.folder() / "site.tar";
    const auto kept = keep(archive, {{"from", user.in_home("site")}});
    CHECK(kept.result() == Verdict::repaired);
    CHECK(contains(kept.log_text(), "warning: Left out 'leak': it is a link"));
    CHECK_FALSE(contains(user.folder().read("site.tar"), "root's"));
}

TEST_CASE("a user who exchanges folders for links wins no race against an archive") {
    if (!tests::OtherUser::can_exist()) return;
    const tests::OtherUser user;
    user.secret();
    user.make_folder("out");
    user.make_folder("out/sub");
    user.write("out/sub/page", "old");
    user.plant_link("out/link", user.root_only());
    const std::string archive =
        user.folder().write("a.tar", archive_of({{"sub/secret", "new"}, {"sub/page", "new"}}));
    const std::string sub = user.in_home("out/sub");
    const std::string link = user.in_home("out/link");
    const tests::Meanwhile exchange([=] {
        ::syscall(SYS_renameat2, AT_FDCWD, sub.c_str(), AT_FDCWD, link.c_str(), RENAME_EXCHANGE);
    });
    for (int attempt = 0; attempt < 200; ++attempt) {
        keep(archive, {{"into", user.in_home("out")}});
        keep(user.folder() / "b.tar", {{"from", user.in_home("out")}});
        REQUIRE(user.is_safe());
        REQUIRE_FALSE(fs::exists(user.root_only() + "/page"));
        REQUIRE_FALSE(contains(user.folder().read("b.tar"), "root's"));
        fs::remove(user.folder() / "b.tar");
    }
}

} // namespace archives_module_test
