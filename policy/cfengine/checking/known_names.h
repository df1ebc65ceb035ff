#pragma once

#include <string_view>

namespace vow::cfengine {

/// Whether some host may have the class without a policy that defines it: a hard class of another
/// platform, time, address or agent, or one named after a host. Names that end with a digit or with
/// a usual domain may be hosts; the reference's own policy documents some for the command line.
/// Source: the hard classes in the reference's documentation.
bool may_be_hard_class(std::string_view name);

/// Whether no host has both classes at once: kernels, hours, days, months.
bool are_exclusive_classes(std::string_view first, std::string_view second);

/// Whether some host has that variable of `sys`, as one of another platform or a host of another
/// kind. Source: the special variables in the reference's documentation.
bool may_be_fact(std::string_view name);

} // namespace vow::cfengine
