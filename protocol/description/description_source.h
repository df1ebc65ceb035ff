#pragma once

#include "protocol/description/description.h"
#include "protocol/promise/promise.h"

#include <string>
#include <variant>
#include <vector>

namespace vow {

/// The reason why a module's description is not available.
struct MissingDescription {
    enum class Cause {
        not_offered, ///< the module does not describe itself, which is not a fault
        unusable,    ///< the description is faulty
        broken,      ///< the module did not start, or broke the protocol
    };

    Cause cause = Cause::not_offered;
    std::string why = {}; ///< words for a message; empty if it is not offered
    Data sent = {};       ///< an unusable description, if any came
};

using DescriptionResult = std::variant<Description, MissingDescription>;

/// Provides the descriptions of promise types by their modules. Separate from PromiseKeeper, as
/// keepers need not know descriptions.
class DescriptionSource {
public:
    virtual ~DescriptionSource() = default;
    /// Starts the module if it does not run, and waits for its description within its limits.
    virtual DescriptionResult describe(const PromiseType& type) = 0;
    /// Has the module validate a promise, which is not evaluated. Returns the reasons why it is
    /// invalid; none for a valid one, and from a source without modules to start.
    virtual std::vector<std::string> validate(const Promise& /*promise*/) { return {}; }
};

} // namespace vow
