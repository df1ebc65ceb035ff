#include "protocol/harness/cases/file_watch.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <sys/stat.h>

namespace file_watch_test {

using namespace vow::harness;
using vow::tests::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

std::string path_in(const TemporaryFolder& folder, const char* name) {
    return fs::canonical(folder.path()) / name;
}

} // namespace

TEST_CASE("a file watch reports a file that was written in place") {
    const TemporaryFolder folder;
    folder.write("old", "text");
    const FileWatch watch({path_in(folder, "old"), path_in(folder, "new")});
    std::ofstream(folder / "old") << "other text";
    std::ofstream(folder / "new") << "text";
    std::ofstream(folder / "unwatched") << "text";
    const FileWrites writes = watch.take_writes();
    CHECK(writes.in_place == std::set{path_in(folder, "old"), path_in(folder, "new")});
}

TEST_CASE("a file watch accepts files that are renamed, linked or opened, and empty ones") {
    const TemporaryFolder folder;
    folder.write("opened", "text");
    folder.write("emptied", "text");
    const FileWatch watch(
        {path_in(folder, "renamed"),
         path_in(folder, "linked"),
         path_in(folder, "opened"),
         path_in(folder, "emptied")}
    );
    std::ofstream(folder / "fresh") << "text";
    fs::create_hard_link(folder / "fresh", folder / "linked");
    fs::rename(folder / "fresh", folder / "renamed");
    const std::ifstream opened(folder / "opened");
    std::ofstream(folder / "emptied").flush();
    const timespec times[] = {{.tv_sec = 0, .tv_nsec = UTIME_OMIT}, {.tv_sec = 1, .tv_nsec = 0}};
    ::utimensat(AT_FDCWD, (folder / "opened").c_str(), times, 0);
    const FileWrites writes = watch.take_writes();
    CHECK(writes.in_place.empty());
    CHECK(writes.at_once == std::set{path_in(folder, "renamed"), path_in(folder, "linked")});
}

TEST_CASE("a file watch ignores files whose folder does not exist") {
    const TemporaryFolder folder;
    const FileWatch watch({path_in(folder, "missing/file")});
    CHECK(watch.take_writes().in_place.empty());
}

} // namespace file_watch_test
