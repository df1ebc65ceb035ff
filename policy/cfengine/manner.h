#pragma once

namespace vow::cfengine {

/// The conventions for messages, locks and exit codes.
enum class Manner {
    vow,      ///< every error that can be known is reported when the policy is loaded
    reference ///< undefined promise types and missing modules are errors of the run
};

} // namespace vow::cfengine
