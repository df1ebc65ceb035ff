#pragma once

#include "modules/http/http_client.h"
#include "modules/http/provenance.h"
#include "modules/sdk/cpp/log.h"
#include "protocol/system/place.h"
#include "protocol/system/replacement.h"
#include "protocol/text/digest.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vow::modules {

/// The destination of a download, links followed.
struct DownloadTarget {
    std::string path;                ///< as promised
    std::optional<Place> place = {}; ///< the target of links; unset if the folder does not exist
    std::optional<FileDescriptor> file = {}; ///< for reading, if it exists
    bool exists = false;
    std::string problem = {}; ///< why nothing can be downloaded there; may be empty
    std::uint64_t size = 0;

    explicit DownloadTarget(const std::string& wanted);

    /// Of the current content; empty if it cannot be read.
    std::string sha256() const;

private:
    void take(const Place& target, const struct stat& status);
};

/// A file that is written next to its destination, and removed unless it is moved there.
class IncomingFile {
public:
    enum class Purpose { install, compare };

    /// Purpose::compare writes nothing, and only computes size and digest. Borrows `place`.
    IncomingFile(const DownloadTarget& place, Purpose purpose);

    /// Returns 0 or an errno, and so do the others. The first bytes create the file, and the
    /// folders above it.
    int add(std::string_view bytes);
    /// Atomic: readers of the file get the old bytes or the new ones. Owner and mode of a replaced
    /// file stay.
    int put_in_place(const Provenance& provenance);

    std::uint64_t size() const { return size_; }
    /// Call it once, after the last add().
    std::string sha256() { return digest_.digits(); }

private:
    int open();
    int set_access();

    const DownloadTarget& place_;
    const Purpose purpose_;
    std::optional<Replacement> file_;
    std::uint64_t size_ = 0;
    Digest digest_;
};

/// Discards a response, and logs progress.
class AnswerListener : public HttpListener {
public:
    explicit AnswerListener(Log& log) : log_(log) {}

    bool take(std::string_view /*bytes*/) override { return true; }
    bool go_on(std::int64_t received, std::int64_t expected) override;

private:
    Log& log_;
    int percent_ = -1; ///< logged last
};

/// Also saves a response to a file; both are borrowed.
class SavingListener : public AnswerListener {
public:
    SavingListener(IncomingFile& file, Log& log) : AnswerListener(log), file_(file) {}

    bool take(std::string_view bytes) override {
        error_ = file_.add(bytes);
        return error_ == 0;
    }
    int error() const { return error_; } ///< an errno, or 0

private:
    IncomingFile& file_;
    int error_ = 0;
};

} // namespace vow::modules
