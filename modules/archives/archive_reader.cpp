#include "modules/archives/archive_reader.h"

#include <array>
#include <utility>

#include <archive.h>
#include <archive_entry.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vow::modules {
namespace {

constexpr std::size_t block_size = 1 << 16;

std::uint64_t size_of(const FileDescriptor& file) {
    struct stat status = {};
    ::fstat(file.number(), &status);
    return static_cast<std::uint64_t>(status.st_size);
}

ArchiveEntry::Kind kind_of(archive_entry* entry) {
    using Kind = ArchiveEntry::Kind;
    if (archive_entry_hardlink(entry) != nullptr) return Kind::other;
    switch (archive_entry_filetype(entry)) {
    case AE_IFREG: return Kind::file;
    case AE_IFDIR: return Kind::folder;
    case AE_IFLNK: return Kind::link;
    default: return Kind::other;
    }
}

std::string text_of(const char* text) {
    return text == nullptr ? "" : text;
}

} // namespace

void ArchiveReader::Close::operator()(archive* opened) const {
    archive_read_free(opened);
}

// Only formats that the library reads itself: for others it would start programs.
ArchiveReader::ArchiveReader(
    const FileDescriptor& file, const ArchiveLimits& limits, const Interruption& interruption
)
    : archive_(archive_read_new()),
      tally_(limits, size_of(file)),
      interruption_(interruption) {
    archive* const opened = archive_.get();
    for (const auto support :
         {&archive_read_support_format_zip,
          &archive_read_support_format_tar,
          &archive_read_support_filter_gzip,
          &archive_read_support_filter_bzip2,
          &archive_read_support_filter_xz,
          &archive_read_support_filter_zstd}) {
        if (support(opened) != ARCHIVE_OK) fail();
    }
    if (::lseek(file.number(), 0, SEEK_SET) != 0 ||
        archive_read_open_fd(opened, file.number(), block_size) != ARCHIVE_OK)
        fail();
}

std::optional<ArchiveEntry> ArchiveReader::next() {
    if (std::exchange(is_in_entry_, false)) read([](std::string_view) {});
    archive_entry* entry = nullptr;
    const int result = archive_read_next_header(archive_.get(), &entry);
    if (result == ARCHIVE_EOF) return std::nullopt;
    if (result < ARCHIVE_WARN) fail();
    interruption_.check();
    tally_.add_entry();
    is_in_entry_ = true;
    return ArchiveEntry{
        .name = text_of(archive_entry_pathname(entry)),
        .kind = kind_of(entry),
        .mode = archive_entry_perm(entry),
        .target = text_of(archive_entry_symlink(entry))};
}

void ArchiveReader::read(const std::function<void(std::string_view)>& take) {
    std::array<char, block_size> block; // NOLINT(*-member-init): it is filled
    for (;;) {
        const la_ssize_t count = archive_read_data(archive_.get(), block.data(), block.size());
        if (count == 0) return;
        if (count < 0) fail();
        tally_.add_bytes(static_cast<std::uint64_t>(count));
        interruption_.check();
        take({block.data(), static_cast<std::size_t>(count)});
    }
}

void ArchiveReader::fail() const {
    throw ArchiveFault("it cannot be read: " + text_of(archive_error_string(archive_.get())));
}

} // namespace vow::modules
