#pragma once

#include "protocol/promise/description.h"
#include "protocol/promise/promise.h"

#include <string>
#include <vector>

namespace vow::modules {

/// What is wrong with a promise by its module's own description, a sentence each; empty: nothing.
/// The values of secret attributes are in none of them.
std::vector<std::string> faults_of(const Promise& promise, const PromiseTypeDescription& described);

/// Attributes of the promise, and the defaults of those that are described and not promised.
Attributes with_defaults(const Promise& promise, const PromiseTypeDescription& described);

} // namespace vow::modules
