#pragma once

#include "policy/run/host_files.h"
#include "policy/source/diagnostic.h"
#include "policy/source/trusted_text.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

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

/// The texts of all files of a policy. They must outlive everything that points into them.
using Sources = std::vector<std::unique_ptr<SourceText>>;

/// Reads a policy file, in any language. Adds a diagnostic and returns null if the file cannot be
/// read, is not trusted, is not text, is too large, or is writable by others than its owner and
/// group. `named_at` is the place in the policy that names the file, if any; `columns` is how the
/// language counts.
const SourceText* read_source(
    const std::string& path,
    Span named_at,
    HostFiles& host,
    Sources& sources,
    Diagnostics& diagnostics,
    SourceText::Columns columns = SourceText::Columns::bytes
);

} // namespace vow
