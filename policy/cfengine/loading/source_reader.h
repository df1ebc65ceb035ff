#pragma once

#include "policy/run/world.h"
#include "policy/source/diagnostic.h"

#include <memory>
#include <string>
#include <vector>

namespace vow::cfengine {

/// The texts of all files that were read; they live as long as anything points into them.
using Sources = std::vector<std::unique_ptr<SourceText>>;

/// Reads a policy file. Null pointer, with a diagnostic, when it can't be read, is no text, is
/// larger than any policy, or when others than its owner may write it. `named_at` is what names the
/// file, where a policy does.
const SourceText* read_source(
    const std::string& path, Span named_at, Host& host, Sources& sources, Diagnostics& diagnostics
);

} // namespace vow::cfengine
