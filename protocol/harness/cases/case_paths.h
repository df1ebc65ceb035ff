#pragma once

#include "protocol/harness/cases/case_file.h"

#include <string>
#include <vector>

namespace vow::harness {

/// Whether a path is one of the folders or lies below one.
bool is_below(const std::string& path, const std::vector<std::string>& folders);

/// Whether this path is that of a lock or a cache, which any run may change: a file that orders
/// programs, or only saves time.
bool is_lock_or_cache(const std::string& path);

/// Whether changes at this path do not count: those that the case permits, locks and caches.
bool is_scratch(const std::string& path, const Case& ready);

/// The texts of a promise that are absolute paths: its promiser, and those in its attributes.
std::vector<std::string> promised_paths(const SentPromise& promise);

/// The files of a ready case, before or after it, that the promise itself names and that have
/// content; links resolved. A promiser may continue after a colon: "/etc/x.json:member".
std::vector<std::string> promised_files(const Case& ready);

} // namespace vow::harness
