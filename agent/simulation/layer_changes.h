#pragma once

#include "agent/simulation/path_state.h"
#include "protocol/harness/sandbox/sandbox.h"

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace vow::agent {

/// The changes of files in a sandbox, found by looking at its layers, whether or not a module
/// reports them. To be used inside the sandbox. Files below `ignored`, those of the agent itself,
/// are left out; so are folders of devices and of the kernel.
class LayerChanges {
public:
    /// Borrows the layers.
    LayerChanges(const std::vector<harness::OpenLayer>& layers, const std::string& ignored);

    /// The changes since the last call, by path.
    std::vector<Change> take();
    /// How many files all calls have looked at.
    std::size_t looked_at() const { return looked_at_; }

private:
    /// The state of a path when it was found last; nullopt if it was absent.
    struct Found {
        std::optional<PathState> state;
        std::size_t round; ///< of the call that found it last
    };

    void look_at(const harness::OpenLayer& layer, const std::string& inner);
    void look_at_entry(
        const harness::OpenLayer& layer, const std::string& inner, const struct stat& status
    );
    void look_for_hidden(const harness::OpenLayer& layer, const std::string& inner);
    void note_removed(const harness::OpenLayer& layer, const std::string& inner);
    void note_vanished();
    Found& found_at(const harness::OpenLayer& layer, const std::string& inner);
    void note(const std::string& path, Found& found, std::optional<PathState> now);

    const std::vector<harness::OpenLayer>& layers_;
    std::string ignored_;
    std::unordered_map<std::string, Found> found_; ///< all that was ever changed
    std::vector<Change> changes_;                  ///< of this call
    std::size_t round_ = 0;
    std::size_t looked_at_ = 0;
};

} // namespace vow::agent
