#include "agent/release/bundle.h"
#include "tests/support/temporary_folder.h"
#include "tools/fuzz/fuzzing.h"

#include <algorithm>
#include <clocale>
#include <filesystem>
#include <string>

#include <sys/stat.h>

using namespace vow;
using namespace vow::agent;

namespace fs = std::filesystem;

namespace {

/// The line that begins a list of entries: "KIND MODE NAME>TARGET", with the first letter of the
/// kind. The checksums of an archive would keep most changed bytes from being read.
constexpr std::string_view list_of_entries = "entries";
constexpr BundleLimits limits = {
    .packed = 1U << 20U, .content = 1U << 20U, .entries = 100, .depth = 8, .name_size = 200};

BundleEntry::Kind kind_from(std::string_view letter) {
    if (letter == "d") return BundleEntry::Kind::folder;
    return letter == "l" ? BundleEntry::Kind::link : BundleEntry::Kind::file;
}

std::string_view take_word(std::string_view& rest, char end) {
    const std::size_t size = std::min(rest.find(end), rest.size());
    const std::string_view word = rest.substr(0, size);
    rest.remove_prefix(std::min(size + 1, rest.size()));
    return word;
}

std::string bundle_of(std::string_view entries) {
    BundleWriter writer;
    while (!entries.empty()) {
        std::string_view line = fuzz::take_line(entries);
        BundleEntry entry{.kind = kind_from(take_word(line, ' '))};
        entry.mode =
            static_cast<mode_t>(std::strtoul(std::string(take_word(line, ' ')).c_str(), nullptr, 8)
            );
        entry.name = take_word(line, '>');
        const bool is_file = entry.kind == BundleEntry::Kind::file;
        if (is_file)
            entry.size = line.size();
        else
            entry.target = line;
        writer.add(entry, is_file ? line : std::string_view());
    }
    return writer.finish();
}

OpenFolder opened(const std::string& path) {
    return *Place::at(path)->open_folder();
}

/// Files, folders and inner links alone, with the modes of bundles.
void check_tree(const std::string& top) {
    for (const auto& entry : fs::recursive_directory_iterator(top)) {
        struct stat status = {};
        fuzz::require(::lstat(entry.path().c_str(), &status) == 0);
        const mode_t mode = status.st_mode & 07777U;
        if (S_ISLNK(status.st_mode)) {
            const fs::path target = fs::read_symlink(entry.path());
            const fs::path end = (entry.path().parent_path() / target).lexically_normal();
            fuzz::require(target.is_relative() && end.string().starts_with(top));
        } else {
            fuzz::require(S_ISDIR(status.st_mode) || S_ISREG(status.st_mode));
            fuzz::require(mode == 0755 || (mode == 0644 && S_ISREG(status.st_mode)));
        }
    }
}

/// Returns whether it was a bundle. Nothing beside its folder changes in any case.
bool unpack(const std::string& bytes, const tests::TemporaryFolder& folder, const char* name) {
    const std::string path = folder / name;
    fs::create_directory(path);
    bool is_bundle = true;
    try {
        unpack_bundle(bytes, opened(path), limits);
    } catch (const BundleFault&) {
        is_bundle = false;
    }
    check_tree(path);
    return is_bundle;
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
    std::setlocale(LC_CTYPE, "C.UTF-8"); // as vow
    ::umask(022);
    return 0;
}

/// Unpacks any bytes as a bundle. A right one is packed and unpacked as the same again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    std::string text(fuzz::text_of(bytes, size));
    std::string_view rest = text;
    try {
        if (fuzz::take_line(rest) == list_of_entries) text = bundle_of(rest);
    } catch (const BundleFault&) {
        return 0; // no archive can hold such an entry
    }
    const tests::TemporaryFolder folder;
    const bool is_bundle = unpack(text, folder, "first");
    fuzz::require(std::distance(fs::directory_iterator(folder.path()), {}) == 1);
    if (!is_bundle || fs::exists(folder / "first/.git")) return 0;
    const std::string packed = pack_bundle(opened(folder / "first"), limits).bytes;
    fuzz::require(unpack(packed, folder, "second"));
    fuzz::require(pack_bundle(opened(folder / "second"), limits).bytes == packed);
    return 0;
}
