#pragma once

#include "protocol/description/fault.h"

#include <functional>
#include <string>
#include <vector>

namespace vow {

/// Whether an attribute counts as promised, by its name.
using IsPromised = std::function<bool(const std::string&)>;

/// The faults by which attributes break a rule of a description (protocol/README.md, section 9).
/// `body` is the name of the body that has the attributes; empty for those of a promise.
std::vector<Fault> faults_of_rule(
    const AttributeRule& rule, const IsPromised& is_promised, const std::string& body = {}
);

} // namespace vow
