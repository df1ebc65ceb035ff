#include "policy/run/heap.h"
#include "policy/run/sanitizers.h"
#include "tests/support/skip.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

// A sanitizer's allocator has no such heap.
#if !VOW_ADDRESS_SANITIZER && !VOW_THREAD_SANITIZER

namespace heap_test {

using namespace vow;

namespace {

/// The bytes of the heap that the kernel may back with large pages ("hg" in proc(5), smaps).
std::size_t large_heap_bytes() {
    std::ifstream maps("/proc/self/smaps");
    std::size_t bytes = 0, kibibytes = 0;
    bool is_heap = false;
    for (std::string line; std::getline(maps, line);) {
        if (line.find(" rw-p ") != line.npos) is_heap = line.ends_with("[heap]");
        if (line.starts_with("Size:")) std::istringstream(line.substr(5)) >> kibibytes;
        if (line.starts_with("VmFlags:") && is_heap && line.find(" hg") != line.npos)
            bytes += kibibytes * 1024;
    }
    return bytes;
}

} // namespace

TEST_CASE("a heap that is expected to grow is backed with large pages") {
    if (!std::filesystem::exists("/sys/kernel/mm/transparent_hugepage"))
        return tests::skip_without("large pages", "the kernel has none");
    constexpr std::size_t growth = std::size_t{128} << 20U; // more than lies free
    tune_heap();
    expect_heap_growth(growth);
    const std::size_t bytes = large_heap_bytes();
    CHECK(bytes >= growth / 2);
    expect_heap_growth(growth); // it has not grown yet
    CHECK(large_heap_bytes() <= bytes + growth / 2);
}

} // namespace heap_test

#endif
