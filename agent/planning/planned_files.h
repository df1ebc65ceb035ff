#pragma once

#include "agent/keepers/bundled_keeper.h"
#include "agent/simulation/sandboxed_files.h"
#include "agent/state/forgetful_state.h"
#include "policy/run/world.h"
#include "protocol/system/trust.h"

#include <optional>

namespace vow::agent {

/// The files of this host as the promises of a dry run would leave them, for those that come after:
/// what a dry run found to be changed is made true in a layer in memory. Only this process and the
/// module processes that it starts afterwards see the layer, which the first change creates.
class PlannedFiles {
public:
    /// Borrows both.
    PlannedFiles(const Stop& stop, const Trust& trust);

    /// Returns false if the files are as before, or may have changed only in part: for a promise of
    /// a type that can change more than files, without a layer, or if it fails.
    bool make(const Promise& promise);
    /// Whether promises like this one are kept where the files are seen as planned.
    bool are_seen_by(const Promise& promise) const;
    /// This process sees the files of the host again.
    void end() { layer_.reset(); }

private:
    bool has_layer();

    ForgetfulState state_;
    BundledKeeper keeper_; ///< one that has kept none of the promises of the run
    std::optional<SandboxedFiles> layer_;
    bool is_refused_ = false; ///< by the kernel
};

} // namespace vow::agent
