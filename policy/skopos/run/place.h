#pragma once

#include "policy/skopos/values/instances.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vow::skopos {

/// How often the steps of a chain have begun in one run of the chain. Steps up to the last one that
/// was reached have begun once, and later ones not, with exceptions: so a chain that only goes
/// forward takes no space.
class Visits {
public:
    /// Counts one more; returns the number.
    int add(std::size_t position);

    Data data() const;
    static Visits from(const Data& data);

private:
    std::size_t reached_ = 0; ///< the number of positions up to the last reached one
    std::map<std::size_t, int> others_;
};

/// The positions of steps that have ended, as ranges.
class EndedSteps {
public:
    void add(std::size_t number);
    std::size_t size() const;

    Data data() const;
    static EndedSteps from(const Data& data);

private:
    std::map<std::size_t, std::size_t> ranges_; ///< begin and end
};

/// One chain that a run is in.
struct Frame {
    std::size_t at = 0; ///< the position of the step that runs, or is due
    Visits visits = {};
    std::optional<std::int64_t> index = {}; ///< of a loop: the round
    std::int64_t end = 0;                   ///< the index after the last round
};

/// How far a run of a plan has come: everything that another run needs to go on.
struct Place {
    /// The state of the step at which the run is.
    enum class Progress {
        due,        ///< it has not begun
        begun,      ///< it may have ended, if the run was killed
        waits,      ///< it is a gate without an answer
        interrupted ///< by a signal
    };

    std::vector<Frame> frames = {Frame{}}; ///< outermost first; empty at the end of the plan
    Progress progress = Progress::due;
    Instances instances = {};
    std::size_t passed = 0; ///< ends of actions, delays and gates
    std::size_t failed = 0;
    EndedSteps ended = {};
};

Data data_of(const Place& place);
/// nullopt if the data does not describe a place.
std::optional<Place> place_from(const Data& data);

} // namespace vow::skopos
