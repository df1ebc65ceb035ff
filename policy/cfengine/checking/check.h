#pragma once

#include "policy/cfengine/syntax/ast.h"
#include "policy/cfengine/vocabulary/unimplemented.h"
#include "policy/source/diagnostic.h"
#include "protocol/description/description_source.h"
#include "protocol/promise/promise_type.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vow::cfengine {

/// How much is refused before anything runs.
enum class Strictness {
    all,      ///< everything that can be known
    reference ///< what the reference agent refuses too; the rest it finds at run time
};

/// Whether the files are all there is. A part may use bodies, bundles and promise types that it
/// does not define.
enum class Extent { whole, part };

struct CheckOptions {
    Strictness strictness = Strictness::all;
    Extent extent = Extent::whole;
    Implemented implemented = {};
    /// Promise types that need no definition, beside the language's own.
    std::span<const PromiseType> module_types = {};
    /// Asked about the modules of custom promise types; empty: not checked.
    std::function<bool(const std::string& path)> file_exists = {};
    /// What the module says of itself that keeps promises of a type, custom or one of
    /// `module_types`; empty: nobody is asked.
    std::function<Described(const std::string& promise_type)> describe = {};
};

/// Checks all files of a policy together: names, types, ranges, numbers of arguments, definitions.
/// What holds references, and so is only known at run time, is left. Known but unimplemented things
/// are warnings, once a name.
void check(std::span<const ast::File> files, const CheckOptions& options, Diagnostics& diagnostics);

} // namespace vow::cfengine
