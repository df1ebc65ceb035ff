#pragma once

#include "modules/http/provenance.h"
#include "modules/http/standing_file.h"
#include "protocol/system/replacement.h"
#include "protocol/text/digest.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vow::modules {

/// A file that is written next to its destination, and removed unless it is moved there.
class IncomingFile {
public:
    enum class Writing { yes, only_looked_at };

    /// With Writing::only_looked_at nothing is written, only size and digest are computed. It
    /// borrows `place`.
    IncomingFile(const StandingFile& place, Writing writing);

    /// Returns 0, or the errno of what failed; so do the others. The first bytes make the file, and
    /// the folders above it.
    int add(std::string_view bytes);
    /// At once: a reader of the file gets the old bytes or the new ones. Owner and mode of the file
    /// that is replaced stay.
    int put_in_place(const Provenance& provenance);

    std::uint64_t size() const { return size_; }
    /// To be called once, when all is added.
    std::string sha256() { return digest_.digits(); }

private:
    int open();

    const StandingFile& place_;
    const Writing writing_;
    std::optional<Replacement> file_;
    std::uint64_t size_ = 0;
    Digest digest_;
};

} // namespace vow::modules
