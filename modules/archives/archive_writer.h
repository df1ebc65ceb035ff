#pragma once

#include "modules/archives/archive_limits.h"
#include "modules/archives/archive_settings.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <sys/stat.h>

namespace vow::modules {

/// Writes an archive, piece by piece, to a function. The same entries give the same bytes. Any
/// failure is an ArchiveFault.
class ArchiveWriter {
public:
    using Take = std::function<void(std::string_view)>; ///< may throw

    ArchiveWriter(const ArchiveFormat& format, Take take);
    ArchiveWriter(const ArchiveWriter&) = delete;
    ArchiveWriter& operator=(const ArchiveWriter&) = delete;
    ~ArchiveWriter();

    /// Begins an entry; of a file, its bytes follow, as many as its status has.
    void begin(const std::string& name, const struct stat& status, const std::string& target);
    void write(std::string_view bytes);
    void end();

private:
    struct Close {
        void operator()(archive* opened) const;
    };

    void check(long result);

    const ArchiveFormat& format_;
    Take take_;
    bool has_ended_ = false;
    std::exception_ptr thrown_ = {}; ///< by `take_`: nothing may pass through the library
    std::unique_ptr<archive, Close> archive_;
};

} // namespace vow::modules
