#include "modules/archives/archive_writer.h"
#include "modules/archives/archives_module.h"
#include "tests/support/temporary_folder.h"
#include "tools/fuzz/fuzzing.h"

#include <clocale>
#include <filesystem>
#include <string>

#include <sys/stat.h>

using namespace vow;
using namespace vow::modules;

namespace fs = std::filesystem;

namespace {

/// The line that begins a list of entries: "MODE NAME>TARGET", with the mode in octal digits.
/// Checksums would keep most changed bytes of an archive from being read.
constexpr std::string_view list_of_entries = "entries";

mode_t mode_from(const std::string& digits) {
    return static_cast<mode_t>(std::strtoul(digits.c_str(), nullptr, 8));
}

std::string archive_of(std::string_view entries) {
    std::string bytes;
    ArchiveWriter writer(*find_format("tar"), [&](std::string_view more) { bytes += more; });
    while (!entries.empty()) {
        const std::string line(fuzz::take_line(entries));
        const std::size_t blank = std::min(line.find(' '), line.size());
        const std::size_t arrow = std::min(line.find('>', blank), line.size());
        const std::string target = line.substr(std::min(arrow + 1, line.size()));
        struct stat status = {};
        status.st_mode = mode_from(line.substr(0, blank));
        status.st_size = S_ISREG(status.st_mode) ? static_cast<off_t>(target.size()) : 0;
        writer.begin(line.substr(std::min(blank + 1, arrow), arrow - blank), status, target);
        if (S_ISREG(status.st_mode) && !target.empty()) writer.write(target);
    }
    writer.end();
    return bytes;
}

class Lines final : public Log {
public:
    void line(LogLevel level, std::string_view text) override {
        has_failed = has_failed || level <= LogLevel::error;
        fuzz::require(!text.empty());
    }
    const Trust& trust() const override { return trust_; }

    bool has_failed = false;

private:
    const Trust trust_ = Trust::in_everything();
};

Verdict keep(const std::string& archive, const char* attribute, const std::string& folder) {
    static ArchivesModule module; // with compiled patterns
    const PromiseType type{.name = "archives"};
    Promise promise{.type = &type, .promiser = archive};
    promise.attributes.set(attribute, folder);
    promise.attributes.set("max_size", std::string("1m"));
    promise.attributes.set("max_entries", std::string("100"));
    Lines log;
    fuzz::require(module.validate(promise, log) == Validity::valid);
    const Verdict verdict = module.evaluate(promise, log).result();
    fuzz::require(log.has_failed == (verdict > Verdict::repaired));
    return verdict;
}

/// The files of any archive stay in its folder, and are harmless there.
void check_tree(const std::string& top) {
    for (const auto& entry : fs::recursive_directory_iterator(top)) {
        struct stat status = {};
        fuzz::require(::lstat(entry.path().c_str(), &status) == 0);
        const bool is_link = S_ISLNK(status.st_mode);
        fuzz::require(is_link || S_ISDIR(status.st_mode) || S_ISREG(status.st_mode));
        fuzz::require(is_link || (status.st_mode & 06022U) == 0);
        if (!is_link) continue;
        const fs::path target = fs::read_symlink(entry.path());
        const fs::path end = (entry.path().parent_path() / target).lexically_normal();
        fuzz::require(target.is_relative() && end.string().starts_with(top));
    }
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
    std::setlocale(LC_CTYPE, "C.UTF-8"); // as vow-archives
    return 0;
}

/// Extracts any bytes as an archive into a folder that is thrown away, again, and packs what came
/// out of it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    std::string text(fuzz::text_of(bytes, size));
    std::string_view rest = text;
    try {
        if (fuzz::take_line(rest) == list_of_entries) text = archive_of(rest);
    } catch (const ArchiveFault&) {
        return 0; // no archive can hold such an entry
    }
    const tests::TemporaryFolder folder;
    const std::string archive = folder.write("archive", text);
    const std::string out = folder / "out";
    const Verdict verdict = keep(archive, "into", out);
    fuzz::require(std::distance(fs::directory_iterator(folder.path()), {}) <= 2);
    if (!fs::exists(out)) return 0;
    check_tree(out);
    if (verdict != Verdict::repaired) return 0;
    fuzz::require(keep(archive, "into", out) == Verdict::kept);
    const std::string packed = folder / "packed.tar";
    fuzz::require(keep(packed, "from", out) == Verdict::repaired);
    fuzz::require(keep(packed, "into", out) == Verdict::kept);
    return 0;
}
