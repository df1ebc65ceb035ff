#pragma once

#include "policy/run/host_files.h"
#include "policy/source/diagnostic.h"

#include <memory>
#include <string>
#include <vector>

namespace vow {

/// The texts of all files of a policy. They must outlive everything that points into them.
using Sources = std::vector<std::unique_ptr<SourceText>>;

/// Reads a policy file, in any language. Adds a diagnostic and returns null if the file cannot be
/// read, is not text, is too large, or is writable by others than its owner and group. `named_at`
/// is the place in the policy that names the file, if any; `columns` is how the language counts.
const SourceText* read_source(
    const std::string& path,
    Span named_at,
    HostFiles& host,
    Sources& sources,
    Diagnostics& diagnostics,
    SourceText::Columns columns = SourceText::Columns::bytes
);

} // namespace vow
