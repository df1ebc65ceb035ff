#include "modules/archives/archive_writer.h"

#include <archive.h>
#include <archive_entry.h>

namespace vow::modules {
namespace {

struct FreeEntry {
    void operator()(archive_entry* entry) const { archive_entry_free(entry); }
};

} // namespace

void ArchiveWriter::Close::operator()(archive* opened) const {
    archive_write_free(opened);
}

/// An archive that was not ended is given up: the rest of its entry is not padded. The library
/// frees a compressor only when it is closed, which writes once more; zip has one for each entry,
/// and pads none.
ArchiveWriter::~ArchiveWriter() {
    if (has_ended_) return;
    take_ = [](std::string_view) {};
    if (format_.name == "zip") archive_write_finish_entry(archive_.get());
    archive_write_fail(archive_.get());
    archive_write_close(archive_.get());
}

ArchiveWriter::ArchiveWriter(const ArchiveFormat& format, Take take)
    : format_(format),
      take_(std::move(take)),
      archive_(archive_write_new()) {
    archive* const opened = archive_.get();
    check(format.set_format(opened));
    check(format.add_filter(opened));
    if (format.name == "tar.gz") // a time would differ in each run
        check(archive_write_set_filter_option(opened, "gzip", "timestamp", nullptr));
    check(archive_write_set_bytes_in_last_block(opened, 1));
    const auto write = [](archive*, void* data, const void* bytes, std::size_t size) -> la_ssize_t {
        auto& writer = *static_cast<ArchiveWriter*>(data);
        try {
            writer.take_({static_cast<const char*>(bytes), size});
            return static_cast<la_ssize_t>(size);
        } catch (...) {
            writer.thrown_ = std::current_exception();
            return -1;
        }
    };
    check(archive_write_open2(opened, this, nullptr, write, nullptr, nullptr));
}

void ArchiveWriter::begin(
    const std::string& name, const struct stat& status, const std::string& target
) {
    const std::unique_ptr<archive_entry, FreeEntry> entry(archive_entry_new());
    archive_entry_copy_pathname(entry.get(), name.c_str());
    archive_entry_set_mode(entry.get(), status.st_mode);
    archive_entry_set_mtime(entry.get(), status.st_mtim.tv_sec, 0);
    if (S_ISREG(status.st_mode)) archive_entry_set_size(entry.get(), status.st_size);
    if (S_ISLNK(status.st_mode)) archive_entry_copy_symlink(entry.get(), target.c_str());
    check(archive_write_header(archive_.get(), entry.get()));
}

void ArchiveWriter::write(std::string_view bytes) {
    check(archive_write_data(archive_.get(), bytes.data(), bytes.size()));
}

void ArchiveWriter::end() {
    check(archive_write_close(archive_.get()));
    has_ended_ = true;
}

void ArchiveWriter::check(long result) {
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
    if (result >= ARCHIVE_WARN) return;
    const char* problem = archive_error_string(archive_.get());
    throw ArchiveFault(std::string("it cannot be written: ") + (problem == nullptr ? "" : problem));
}

} // namespace vow::modules
