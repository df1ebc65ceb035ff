#pragma once

#include "policy/skopos/plan/plan.h"
#include "policy/skopos/run/place.h"

namespace vow::skopos {

/// The steps of a plan at the place of its run. Borrows both; a plan without steps, or a run at its
/// end, has none.
class Cursor {
public:
    Cursor(const Plan& plan, const Place& place) : plan_(plan), place_(place) {}

    /// The innermost chain that the run is in.
    const Chain& chain() const;
    /// The step of that chain that runs or is due.
    const Step& step() const;
    /// The step of the plan's own chain.
    const Step& top_step() const;
    bool is_at_top() const { return place_.frames.size() == 1; }
    /// The index of the loop that the chain belongs to.
    std::optional<std::int64_t> index() const;
    /// The component that the chain belongs to; empty in a group.
    std::string component() const;

private:
    const Plan& plan_;
    const Place& place_;
};

/// The step at which a place is. Null if the plan does not have the place.
const Step* find_step(const Plan& plan, const Place& place);

} // namespace vow::skopos
