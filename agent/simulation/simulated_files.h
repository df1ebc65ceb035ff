#pragma once

#include "policy/run/observer.h"

#include <string>
#include <unordered_set>
#include <vector>

namespace vow::agent {

/// The files that the `files` promises of a simulation were about, each once, in the order of the
/// promises and with the paths that they use.
class SimulatedFiles : public Observer {
public:
    struct Renaming {
        std::string from, to;
    };

    void receive(const Event& event) override;

    const std::vector<Renaming>& renamings() const { return renamings_; }
    const std::vector<std::string>& changed() const { return changed_; }
    /// The other files whose promises are kept.
    std::vector<std::string> unchanged() const;

private:
    void note(const PromiseDone& done);
    void note(const std::string& path, const Verdicts& verdicts);

    std::vector<Renaming> renamings_;
    std::vector<std::string> changed_;
    std::vector<std::string> kept_; ///< changed or not
    std::unordered_set<std::string> changed_paths_, kept_paths_;
};

} // namespace vow::agent
