#include "agent/release/bundle_archive.h"

#include "protocol/system/dynamic_library.h"

#include <utility>

#if __has_include(<archive.h>)
#include <archive.h>
#include <archive_entry.h>
#endif

namespace vow::agent {

#if __has_include(<archive.h>)

namespace {

#define VOW_ARCHIVE_FUNCTIONS(X)                                                                   \
    X(archive_entry_copy_pathname)                                                                 \
    X(archive_entry_copy_symlink)                                                                  \
    X(archive_entry_filetype)                                                                      \
    X(archive_entry_free)                                                                          \
    X(archive_entry_hardlink)                                                                      \
    X(archive_entry_new)                                                                           \
    X(archive_entry_pathname)                                                                      \
    X(archive_entry_pathname_utf8)                                                                 \
    X(archive_entry_perm)                                                                          \
    X(archive_entry_set_mode)                                                                      \
    X(archive_entry_set_mtime)                                                                     \
    X(archive_entry_set_size)                                                                      \
    X(archive_entry_size)                                                                          \
    X(archive_entry_symlink)                                                                       \
    X(archive_entry_symlink_utf8)                                                                  \
    X(archive_error_string)                                                                        \
    X(archive_read_data)                                                                           \
    X(archive_read_free)                                                                           \
    X(archive_read_new)                                                                            \
    X(archive_read_next_header)                                                                    \
    X(archive_read_open_memory)                                                                    \
    X(archive_read_support_filter_zstd)                                                            \
    X(archive_read_support_format_tar)                                                             \
    X(archive_write_add_filter_zstd)                                                               \
    X(archive_write_close)                                                                         \
    X(archive_write_data)                                                                          \
    X(archive_write_free)                                                                          \
    X(archive_write_header)                                                                        \
    X(archive_write_new)                                                                           \
    X(archive_write_open2)                                                                         \
    X(archive_write_set_bytes_in_last_block)                                                       \
    X(archive_write_set_filter_option)                                                             \
    X(archive_write_set_format_gnutar)

/// The functions of libarchive in use, with the types of its headers.
struct ArchiveLibrary {
// NOLINTNEXTLINE(bugprone-macro-parentheses): the name of a member has none
#define VOW_MEMBER(function) decltype(&::function) function;
    VOW_ARCHIVE_FUNCTIONS(VOW_MEMBER)
#undef VOW_MEMBER
};

std::optional<ArchiveLibrary> open_library() {
    const auto library = DynamicLibrary::open({"libarchive.so.13"});
    if (!library) return std::nullopt;
    try {
        ArchiveLibrary functions = {};
#define VOW_FIND(function) functions.function = library->symbol<decltype(&::function)>(#function);
        VOW_ARCHIVE_FUNCTIONS(VOW_FIND)
#undef VOW_FIND
        return functions;
    } catch (const DynamicLibrary::MissingSymbol&) {
        return std::nullopt;
    }
}

const ArchiveLibrary& library() {
    static const std::optional<ArchiveLibrary> opened = open_library();
    if (!opened)
        throw BundleFault(
            "bundles need libarchive.so.13, which is not installed (Debian's package libarchive13)"
        );
    return *opened;
}

std::string text_of(const char* text) {
    return text == nullptr ? "" : text;
}

std::string message_of(archive* opened) {
    return text_of(library().archive_error_string(opened));
}

BundleEntry::Kind kind_of(archive_entry* entry) {
    using Kind = BundleEntry::Kind;
    if (library().archive_entry_hardlink(entry) != nullptr) return Kind::other;
    switch (library().archive_entry_filetype(entry)) {
    case AE_IFREG: return Kind::file;
    case AE_IFDIR: return Kind::folder;
    case AE_IFLNK: return Kind::link;
    default: return Kind::other;
    }
}

mode_t type_of(BundleEntry::Kind kind) {
    using Kind = BundleEntry::Kind;
    return kind == Kind::file ? AE_IFREG : kind == Kind::folder ? AE_IFDIR : AE_IFLNK;
}

/// The text as the archive has it, else as UTF-8 where the library has to convert it, which takes
/// longer than all else about an entry.
std::string first_of(
    archive_entry* entry,
    decltype(ArchiveLibrary::archive_entry_pathname) as_written,
    decltype(ArchiveLibrary::archive_entry_pathname_utf8) converted
) {
    const char* text = as_written(entry);
    return text_of(text != nullptr ? text : converted(entry));
}

la_ssize_t append(archive*, void* bytes, const void* more, std::size_t size) {
    try {
        static_cast<std::string*>(bytes)->append(static_cast<const char*>(more), size);
        return static_cast<la_ssize_t>(size);
    } catch (const std::exception&) {
        return -1; // nothing may pass through the library
    }
}

} // namespace

void BundleWriter::Close::operator()(archive* opened) const {
    library().archive_write_free(opened); // closes it: one that has failed would leak its buffer
}

// GNU's format has names of any length as they are; that of POSIX would convert them by the
// locale's character set.
BundleWriter::BundleWriter()
    : bytes_(std::make_unique<std::string>()),
      archive_(library().archive_write_new()) {
    archive* const opened = archive_.get();
    check(library().archive_write_set_format_gnutar(opened));
    check(library().archive_write_add_filter_zstd(opened));
    check(library().archive_write_set_filter_option(opened, "zstd", "compression-level", "3"));
    check(library().archive_write_set_bytes_in_last_block(opened, 1));
    check(library().archive_write_open2(opened, bytes_.get(), nullptr, &append, nullptr, nullptr));
}

void BundleWriter::add(const BundleEntry& entry, std::string_view content) {
    const std::unique_ptr<archive_entry, decltype(library().archive_entry_free)> header(
        library().archive_entry_new(), library().archive_entry_free
    );
    library().archive_entry_copy_pathname(header.get(), entry.name.c_str());
    library().archive_entry_set_mode(header.get(), type_of(entry.kind) | entry.mode);
    library().archive_entry_set_mtime(header.get(), 0, 0);
    library().archive_entry_set_size(header.get(), static_cast<la_int64_t>(content.size()));
    if (entry.kind == BundleEntry::Kind::link)
        library().archive_entry_copy_symlink(header.get(), entry.target.c_str());
    check(library().archive_write_header(archive_.get(), header.get()));
    if (content.empty()) return;
    const la_ssize_t count =
        library().archive_write_data(archive_.get(), content.data(), content.size());
    if (count != static_cast<la_ssize_t>(content.size())) check(ARCHIVE_FATAL);
}

std::string BundleWriter::finish() {
    check(library().archive_write_close(archive_.get()));
    return std::move(*bytes_);
}

void BundleWriter::check(int result) {
    if (result == ARCHIVE_OK) return;
    throw BundleFault("the archive cannot be written: " + message_of(archive_.get()));
}

void BundleReader::Close::operator()(archive* opened) const {
    library().archive_read_free(opened);
}

// A warning here means that the library would start a program to decompress.
BundleReader::BundleReader(std::string_view bytes) : archive_(library().archive_read_new()) {
    archive* const opened = archive_.get();
    if (library().archive_read_support_format_tar(opened) != ARCHIVE_OK ||
        library().archive_read_support_filter_zstd(opened) != ARCHIVE_OK ||
        library().archive_read_open_memory(opened, bytes.data(), bytes.size()) != ARCHIVE_OK)
        fail();
}

std::optional<BundleEntry> BundleReader::next() {
    archive_entry* entry = nullptr;
    const int result = library().archive_read_next_header(archive_.get(), &entry);
    if (result == ARCHIVE_EOF) return std::nullopt;
    if (result < ARCHIVE_WARN) fail();
    return BundleEntry{
        .name = first_of(
            entry, library().archive_entry_pathname, library().archive_entry_pathname_utf8
        ),
        .kind = kind_of(entry),
        .mode = library().archive_entry_perm(entry),
        .target =
            first_of(entry, library().archive_entry_symlink, library().archive_entry_symlink_utf8),
        .size = static_cast<std::uint64_t>(library().archive_entry_size(entry))};
}

std::size_t BundleReader::read(char* buffer, std::size_t size) {
    const la_ssize_t count = library().archive_read_data(archive_.get(), buffer, size);
    if (count < 0) fail();
    return static_cast<std::size_t>(count);
}

void BundleReader::fail() const {
    throw BundleFault("the archive cannot be read: " + message_of(archive_.get()));
}

#else

namespace {

[[noreturn]] void refuse() {
    throw BundleFault("this vow was built without libarchive, which bundles need");
}

} // namespace

void BundleWriter::Close::operator()(archive*) const {}
BundleWriter::BundleWriter() {
    refuse();
}
void BundleWriter::add(const BundleEntry&, std::string_view) {
    refuse();
}
std::string BundleWriter::finish() {
    refuse();
}
void BundleReader::Close::operator()(archive*) const {}
BundleReader::BundleReader(std::string_view) {
    refuse();
}
std::optional<BundleEntry> BundleReader::next() {
    refuse();
}
std::size_t BundleReader::read(char*, std::size_t) {
    refuse();
}

#endif

} // namespace vow::agent
