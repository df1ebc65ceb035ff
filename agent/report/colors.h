#pragma once

#include "agent/report/log_settings.h"

namespace vow::agent {

/// Whether what goes to a descriptor is coloured. By itself only on a terminal that can show
/// colours (TERM is not `dumb`), unless NO_COLOR forbids them (no-color.org).
bool is_colored(Color chosen, int descriptor);

/// Whether a descriptor is a terminal that can move its cursor: for lines that are replaced.
bool can_move_cursor(int descriptor);

} // namespace vow::agent
