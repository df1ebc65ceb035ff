#include "modules/archives/file_comparison.h"

#include <algorithm>
#include <array>

#include <unistd.h>

namespace vow::modules {

void FileComparison::add(std::string_view bytes) {
    while (is_same_ && !bytes.empty()) {
        std::array<char, 1 << 16> block; // NOLINT(*-member-init): it is filled
        const ssize_t count =
            ::read(file_.number(), block.data(), std::min(block.size(), bytes.size()));
        const auto size = static_cast<std::size_t>(std::max<ssize_t>(count, 0));
        is_same_ = size > 0 && bytes.starts_with(std::string_view(block.data(), size));
        bytes.remove_prefix(size);
    }
}

bool FileComparison::was_same() {
    char next = 0;
    return is_same_ && ::read(file_.number(), &next, 1) == 0;
}

} // namespace vow::modules
