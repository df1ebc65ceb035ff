#pragma once

#include "policy/cfengine/run/run_state.h"
#include "tests/support/fake_world.h"

#include <string>
#include <string_view>
#include <vector>

namespace vow::test {

/// A policy of one file in a world of fakes; its agent bundle main has run.
class RunPolicy {
public:
    explicit RunPolicy(std::string_view text);

    /// The text expanded in the bundle, with " (unresolved)" appended if some reference is not
    /// resolved.
    std::string expanded(std::string_view text);
    const std::vector<std::string>& reports() const { return fakes_.observer.reports; }
    const std::vector<std::string>& log() const { return fakes_.observer.lines; }

private:
    SourceText source_;
    FakeWorld fakes_ = {};
    cfengine::Program program_ = {};
    cfengine::RunState run_;
};

/// The reports of a bundle main with these promises, one per line.
std::string reports_of(std::string_view promises);

} // namespace vow::test
