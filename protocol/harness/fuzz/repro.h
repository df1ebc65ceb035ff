#pragma once

#include "protocol/harness/request.h"

#include <string>

namespace vow::harness {

/// A promise as a file of cases. `log`, if it is not empty, is a pattern that a line must match.
std::string
case_of(const SentPromise& promise, const std::string& expected, const std::string& log);

/// Bytes in the place of a request as such a file, and the promise that is asked for after them.
std::string
case_of_bytes(const std::string& bytes, const SentPromise& after, wire::Result expected);

} // namespace vow::harness
