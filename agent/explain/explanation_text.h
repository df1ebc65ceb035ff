#pragma once

#include "agent/explain/explanation.h"

#include <string>
#include <vector>

namespace vow::agent {

/// Each answer with its reasons below it, for people. Without control characters of policies.
std::string text_of(const std::vector<Explanation>& explanations);

/// The same as an array of {what, kind, state, value, place, pass, reasons}, for programs.
Data data_of(const std::vector<Explanation>& explanations);

} // namespace vow::agent
