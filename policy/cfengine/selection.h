#pragma once

#include "policy/cfengine/program/program.h"

#include <span>
#include <string>
#include <vector>

namespace vow::cfengine {

/// A part of a policy that is run alone.
struct Selection {
    /// "files '/etc/motd' (motd.cf:6)", in written order.
    std::vector<std::string> chosen;
    std::vector<std::string> needed; ///< the promises that those depend on
};

/// Takes all promises out of a program but those that `only` names by FILE:LINE, handle or type,
/// and those that they depend on: by `depends_on`, by the classes of their guards and conditions,
/// and by the calls of their bundles, as far as those are written and not computed. Variables,
/// classes and calls stay in any case. A chosen call brings the promises of its bundle. Throws
/// OptionError for a name that no promise has.
Selection select_promises(Program& program, std::span<const std::string> only);

} // namespace vow::cfengine
