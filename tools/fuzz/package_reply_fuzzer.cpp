#include "protocol/packages/package_list.h"
#include "tools/fuzz/fuzzing.h"

using namespace vow;

namespace {

std::size_t length_of(const PackageList& packages) {
    std::size_t length = 0;
    for (const Package& package : packages)
        length += package.name.size() + package.version.size() + package.architecture.size();
    return length;
}

} // namespace

/// Reads the packages in the reply of a package module, and in a database of dpkg. They are parts
/// of the text; those of a reply are complete.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text = fuzz::text_of(bytes, size);
    const auto listing = packages_in(package_lines_in(text));
    fuzz::require(length_of(listing.packages) <= size);
    for (const Package& package : listing.packages)
        fuzz::require(!package.name.empty() && !package.version.empty());
    fuzz::require(length_of(packages_in_dpkg(text)) <= size);
    return 0;
}
