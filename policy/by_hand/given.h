#pragma once

#include "policy/by_hand/written_words.h"
#include "policy/run/written_promise.h"
#include "protocol/description/fault.h"

#include <string>
#include <vector>

namespace vow::by_hand {

/// An attribute with all that the words give it: values, or attributes of a body.
struct Given {
    std::string name;
    Span span = {};
    std::vector<const Assignment*> values = {};
    std::vector<Given> members = {};
};

/// The attributes that assignments make, which they borrow.
std::vector<Given> given_by(const std::vector<Assignment>& assignments);

/// The value for the module. A single text is a list of one item where it wants a list.
PlainValue
value_of(const Given& attribute, const std::vector<AttributeDescription>& described_among);

/// The same for the check by description.
WrittenValue written_value(const PlainValue& value, const Given& attribute);

/// The place of a faulty attribute of a body; of the body if it is missing there.
Span place_in_body(const std::vector<Given>& attributes, const Fault& fault);

} // namespace vow::by_hand
