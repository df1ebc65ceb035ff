#include "protocol/system/file_descriptor.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <fcntl.h>

namespace file_descriptor_test {

using namespace vow;

namespace {

std::string read_back(const std::string& path, std::size_t limit) {
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    return read_all(file, limit).value_or("unreadable");
}

} // namespace

TEST_CASE("a file of any size is read whole, or up to the limit") {
    const tests::TemporaryFolder folder;
    for (const std::size_t size :
         std::initializer_list<std::size_t>{0, 1, 4095, 4096, 4097, 100'000}) {
        const std::string content(size, 'x');
        folder.write("file", content);
        CHECK(read_back(folder / "file", 1U << 20U) == content);
        CHECK(read_back(folder / "file", 4096) == content.substr(0, 4096));
        CHECK(read_back(folder / "file", 0).empty());
    }
}

TEST_CASE("a file of unknown size is read to its end") {
    CHECK(read_back("/proc/self/limits", 1U << 20U).ends_with("\n"));
    CHECK(read_back("/proc/self/limits", 10) == "Limit     ");
}

} // namespace file_descriptor_test
