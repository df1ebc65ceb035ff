#pragma once

#include "protocol/description/fault.h"

#include <functional>
#include <string>
#include <vector>

namespace vow {

/// Whether an attribute counts as promised, by its name.
using IsPromised = std::function<bool(const std::string&)>;

/// In what a rule of a description does not hold (protocol/README.md, section 9); empty: it does.
/// `body`: that the attributes are those of; empty: they are a promise's.
std::vector<Fault> faults_of_rule(
    const AttributeRule& rule, const IsPromised& is_promised, const std::string& body = {}
);

} // namespace vow
