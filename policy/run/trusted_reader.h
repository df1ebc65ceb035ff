#pragma once

#include "policy/run/host_files.h"
#include "policy/source/trusted_text.h"

#include <cstddef>
#include <string>

namespace vow {

/// The one place where files become trusted text.
class TrustedReader {
public:
    explicit TrustedReader(HostFiles& host) : host_(host) {}

    CheckedAnswer<TrustedText> read(const std::string& path, std::size_t max_bytes) const;

private:
    HostFiles& host_;
};

/// The whole file, unless another user could change it, which is an objection, or it has more than
/// `max_bytes` bytes.
inline CheckedAnswer<TrustedText>
read_trusted(HostFiles& host, const std::string& path, std::size_t max_bytes = max_answer_bytes) {
    return TrustedReader(host).read(path, max_bytes);
}

} // namespace vow
