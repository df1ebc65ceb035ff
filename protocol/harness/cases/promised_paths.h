#pragma once

#include "protocol/harness/cases/case_file.h"

#include <string>
#include <vector>

namespace vow::harness {

/// The texts of a promise that are absolute paths: its promiser, and those in its attributes.
std::vector<std::string> promised_paths(const SentPromise& promise);

/// The files of a ready case, before or after it, that the promise itself names and that have
/// content; links resolved. A promiser may continue after a colon: "/etc/x.json:member".
std::vector<std::string> promised_files(const Case& ready);

} // namespace vow::harness
