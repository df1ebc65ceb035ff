#pragma once

#include "agent/pull/frame.h"
#include "agent/release/repository_client.h"
#include "protocol/system/file_descriptor.h"

#include <optional>
#include <string>
#include <string_view>

namespace vow::agent {

/// Requests a file from the process that reads the source. Returns false if that is gone.
bool request_from(
    const FileDescriptor& source,
    std::string_view kind,
    const std::string& file,
    std::size_t max_bytes
);

/// The source of a pull, as the process that verifies sees it: each file is requested from the
/// process that reads the source. Members throw Untrusted if that cannot hand a file over.
class SourceMirror final : public Mirror {
public:
    /// Borrows the descriptor. `first` is the answer to the first question about timestamp.json, if
    /// there was one.
    SourceMirror(const FileDescriptor& source, std::optional<Frame> first)
        : source_(source),
          first_(std::move(first)) {}

    std::optional<std::string> metadata(const std::string& file, std::size_t max_bytes) override;
    std::optional<std::string> target(const std::string& file, std::size_t max_bytes) override;

private:
    std::optional<std::string>
    request(std::string_view kind, const std::string& file, std::size_t max_bytes);

    const FileDescriptor& source_;
    std::optional<Frame> first_;
};

/// A repository whose timestamp.json has not changed: then no newer root is looked for, which saves
/// a request. A mirror that can hold a newer timestamp back could hold back a newer root as well;
/// both show when the timestamp expires.
class UnchangedMirror final : public Mirror {
public:
    /// Borrows the mirror of all other files.
    UnchangedMirror(Mirror& mirror, std::string timestamp)
        : mirror_(mirror),
          timestamp_(std::move(timestamp)) {}

    std::optional<std::string> metadata(const std::string& file, std::size_t max_bytes) override;
    std::optional<std::string> target(const std::string& file, std::size_t max_bytes) override;

private:
    Mirror& mirror_;
    std::string timestamp_;
};

} // namespace vow::agent
