#pragma once

#include "protocol/harness/request.h"

#include <string>

namespace vow::harness {

/// The promise with another folder wherever its promiser and attributes have `folder`.
SentPromise relocated(const SentPromise& promise, const std::string& folder, const std::string& to);

/// A text with `{{tmp}}` for the folder, also as a part of a class, so that results in different
/// folders can be compared.
std::string without_folder(std::string text, const std::string& folder);

} // namespace vow::harness
