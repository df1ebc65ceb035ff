#pragma once

#include "protocol/harness/request.h"

#include <string>

namespace vow::harness {

/// A promise as a file of cases. `log`, if not empty, is a pattern that a log line must match.
std::string
case_of(const SentPromise& promise, const std::string& expected, const std::string& log);

/// Bytes in place of a request as a file of cases, and the promise that follows them.
std::string
case_of_bytes(const std::string& bytes, const SentPromise& after, wire::Result expected);

} // namespace vow::harness
