#pragma once

#include "protocol/data/data.h"

#include <string>

namespace vow::inmanta {

/// JSON as Python's json.dumps writes it: a blank after each comma and colon, and ASCII alone. The
/// text of a file must not depend on who compiles the model.
std::string python_json_text(const Data& data);

} // namespace vow::inmanta
