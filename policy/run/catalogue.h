#pragma once

#include "protocol/promise/promise.h"

#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace vow {

/// The promise types that a policy can use without defining them, and the module that keeps each:
/// the bundled modules and those in the folders of modules. The keeper knows their descriptions.
class Catalogue {
public:
    enum class Added { yes, name_taken };

    /// Does not replace an earlier type of the same name.
    Added add(PromiseType type);

    /// Null for an unknown type. Valid until the next add().
    const PromiseType* find(std::string_view name) const;
    /// Sorted by name.
    std::span<const PromiseType> types() const { return types_; }

private:
    std::vector<PromiseType> types_;
};

} // namespace vow
