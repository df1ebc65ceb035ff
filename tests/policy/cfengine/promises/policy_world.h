#pragma once

#include "policy/cfengine/language.h"
#include "policy/run/language.h"
#include "tests/support/fake_world.h"

#include <initializer_list>
#include <string>
#include <string_view>

namespace vow::test {

/// Loads and runs CFEngine policies in a world of fakes, as an agent does.
///
/// The promise types `t` and `u` need no definition: their promises go to the keeper as they are.
/// A promise whose promiser is the word of a verdict ("repaired", "not_kept") ends with that
/// verdict unless it has a script; all others are kept. These bodies are defined:
///
///     classes results(of)      defines OF_kept, OF_repaired, OF_failed, OF_denied or OF_timeout
///     action warn              reports instead of repairing
///     action locked_for(minutes)  ifelapsed
class PolicyWorld : public FakeWorld {
public:
    cfengine::Dialect dialect = {}; ///< that policies are loaded with

    PolicyWorld();

    /// Runs a policy and returns the events that an observer received, one line each: log lines
    /// that the observer wants, "R: report", "TYPE PROMISER: VERDICT", and last "ended: KIND,
    /// REASON" unless the run was done. A policy with errors fails the test.
    std::string run(std::string_view policy);
    /// Runs a bundle agent main with these promises.
    std::string run_main(std::string_view promises);

    /// "TYPE PROMISER" of each promise handed to the keeper, one per line.
    std::string handed_over() const;
};

/// run_main() of a new world.
std::string observed(std::string_view promises);

/// Promises of a bundle agent main, and what observed() returns for them.
struct ObservedRow {
    const char* promises;
    const char* observed;
};
/// Checks each row in a world of its own.
void check_observed(std::initializer_list<ObservedRow> rows);

} // namespace vow::test
