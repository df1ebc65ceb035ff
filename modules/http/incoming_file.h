#pragma once

#include "modules/http/provenance.h"
#include "modules/http/standing_file.h"
#include "modules/sdk/cpp/file_descriptor.h"
#include "protocol/text/digest.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace vow::modules {

/// A file on its way to its place, beside which it is written; it is gone if it does not get there.
class IncomingFile {
public:
    enum class Writing { yes, only_looked_at };

    /// With Writing::only_looked_at nothing is written: size and digest can be asked for.
    IncomingFile(const StandingFile& place, Writing writing);
    ~IncomingFile();
    IncomingFile(const IncomingFile&) = delete;
    IncomingFile& operator=(const IncomingFile&) = delete;

    /// Answers 0, or the errno of what failed; so do the others. With the first bytes the file is
    /// made, and folders above it.
    int add(std::string_view bytes);
    /// At once: who reads the file there finds the old bytes or the new ones. Owner and mode of
    /// what is replaced stay.
    int put_in_place(const Provenance& provenance);

    std::uint64_t size() const { return size_; }
    /// To be asked once, when all is added.
    std::string sha256() { return digest_.digits(); }

private:
    int open();
    int open_beside(const std::string& folder);
    int give_name();

    const StandingFile& place_;
    const Writing writing_;
    std::string name_; ///< while it is not in its place; empty: it has none
    FileDescriptor file_;
    std::uint64_t size_ = 0;
    Sha256 digest_;
};

} // namespace vow::modules
