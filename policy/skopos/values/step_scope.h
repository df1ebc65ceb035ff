#pragma once

#include "policy/skopos/plan/text_template.h"
#include "policy/skopos/values/descriptors.h"
#include "policy/skopos/values/instances.h"

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace vow::skopos {

/// Why a step fails.
class StepFailure : public std::runtime_error {
public:
    using runtime_error::runtime_error;
};

/// The values that a step can refer to. Borrows the first two.
struct StepScope {
    const Descriptors& descriptors;
    const Instances& instances;
    std::string project;
    std::string component = {};             ///< empty outside components
    std::optional<std::int64_t> index = {}; ///< in loops
    std::optional<Selector> selector = {};  ///< of the step: old or new

    /// The instance that the step addresses; outside of loops the first. Null without one.
    const Data* selected() const;
};

/// The value of a reference; nullopt if it has none, or is not a scalar.
std::optional<std::string> find_value(const Reference& reference, const StepScope& scope);

/// The names that a reference could have meant, as they are written: of values that there are, or
/// of members of the part of the model where it is lost.
std::vector<std::string> names_near(const Reference& reference, const StepScope& scope);

/// The text with its references replaced. Throws StepFailure for one that has no value or cannot be
/// read.
std::string resolve(const TextTemplate& text, const StepScope& scope);

/// Data with the references in its texts replaced, likewise; keys stay as they are.
Data resolve(const Data& data, const StepScope& scope);

} // namespace vow::skopos
