#pragma once

#include "policy/cfengine/vocabulary/syntax_table.h"
#include "policy/run/description_check.h"
#include "protocol/description/description_source.h"
#include "protocol/promise/promise.h"

#include <functional>
#include <span>
#include <string>

namespace vow::cfengine {

/// How strict the check is before anything runs.
enum class Strictness {
    all,      ///< reports every error that can be known
    reference ///< reports only the errors that the reference agent finds before it runs a policy
};

/// Whether the files are a whole policy. A part may use bodies, bundles and promise types that it
/// does not define.
enum class Extent {
    whole,
    part,
    file ///< one of the files of a policy, as it is read: nothing undefined is reported
};

struct CheckOptions {
    Strictness strictness = Strictness::all;
    Extent extent = Extent::whole;
    /// How many of the files, from the first, were checked as Extent::file before. Mistakes that
    /// show in their text alone, as in literal values and class expressions, are known already.
    std::size_t checked_alone = 0;
    /// Built-in promise types whose promises cannot be kept.
    std::span<const MissingType> missing_types = {};
    /// Promise types that need no definition, in addition to the built-in ones.
    std::span<const PromiseType> module_types = {};
    /// Whether a module of a custom promise type exists; empty: modules are not checked.
    std::function<bool(const std::string& path)> file_exists = {};
    /// The description that a module sends for a promise type, custom or one of `module_types`;
    /// empty: descriptions are not checked.
    std::function<DescriptionResult(const std::string& promise_type)> describe = {};
    /// Has the module of a type validate a promise; empty: that is not done.
    DescriptionCheck::Validate validate = {};
};

} // namespace vow::cfengine
