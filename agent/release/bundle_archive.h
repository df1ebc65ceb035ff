#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include <sys/types.h>

struct archive;

namespace vow::agent {

/// Why a folder is not a bundle, or a bundle cannot be read: a sentence for the user.
class BundleFault : public std::runtime_error {
public:
    explicit BundleFault(const std::string& message, int error = 0)
        : std::runtime_error(message),
          error_(error) {}

    /// The errno of a call that failed; 0 for a fault of the bundle itself.
    int error() const { return error_; }

private:
    int error_;
};

struct BundleEntry {
    enum class Kind { file, folder, link, other };

    std::string name; ///< components with slashes between them
    Kind kind = Kind::file;
    mode_t mode = 0;         ///< permission bits, set-id bits included
    std::string target = {}; ///< of a link
    std::uint64_t size = 0;  ///< of a file
};

// A tar archive compressed with zstd, by libarchive, which is opened when the first one is written
// or read: no other run loads it. Without it, each of these throws BundleFault.

/// Writes an archive into memory. The same entries give the same bytes: it records no times and no
/// owners.
class BundleWriter {
public:
    BundleWriter();
    /// `content` is that of a file.
    void add(const BundleEntry& entry, std::string_view content);
    std::size_t size() const { return bytes_->size(); } ///< so far
    /// To be called once, after the last entry.
    std::string finish();

private:
    struct Close {
        void operator()(archive* opened) const;
    };

    void check(int result);

    std::unique_ptr<std::string> bytes_; ///< the library keeps its address
    std::unique_ptr<archive, Close> archive_;
};

/// Reads an archive in memory, which it borrows, in one pass.
class BundleReader {
public:
    explicit BundleReader(std::string_view bytes);
    /// nullopt at the end.
    std::optional<BundleEntry> next();
    /// Reads the next bytes of the entry, at most `size`; 0 at its end.
    std::size_t read(char* buffer, std::size_t size);

private:
    struct Close {
        void operator()(archive* opened) const;
    };

    [[noreturn]] void fail() const;

    std::unique_ptr<archive, Close> archive_;
};

} // namespace vow::agent
