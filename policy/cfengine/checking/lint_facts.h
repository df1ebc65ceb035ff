#pragma once

#include "policy/cfengine/checking/check_options.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::cfengine {

/// Facts about a loaded policy that its trees do not contain.
struct LintFacts {
    Extent extent = Extent::whole;
    /// How many of the files were read; the library adds the others.
    std::size_t read = 0;
    /// Whether a class of the default namespace is defined before the first bundle runs: a hard
    /// one, or one of the command line or of augments.
    std::function<bool(std::string_view name)> is_class = {};
    /// The classes that augments define under conditions.
    std::vector<std::string> conditional_classes = {};
    /// The classes that the module of a promise type may return; nullopt if that is not known.
    /// PROMISER stands for the promiser.
    std::function<std::optional<std::vector<std::string>>(std::string_view type)> result_classes =
        {};
    /// The names of the bundles in the bundle sequence.
    std::vector<std::string> sequence = {};
};

} // namespace vow::cfengine
