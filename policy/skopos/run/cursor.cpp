#include "policy/skopos/run/run_journal.h"

namespace vow::skopos {

const Chain& Cursor::chain() const {
    const Chain* chain = &plan_.steps;
    for (std::size_t depth = 0; depth + 1 < place_.frames.size(); ++depth)
        chain = &(*chain)[place_.frames[depth].at].steps;
    return *chain;
}

const Step& Cursor::step() const {
    return chain()[place_.frames.back().at];
}

const Step& Cursor::top_step() const {
    return plan_.steps[place_.frames.front().at];
}

std::optional<std::int64_t> Cursor::index() const {
    return place_.frames.back().index;
}

std::string Cursor::component() const {
    const auto* component = top_step().as<Component>();
    return component == nullptr ? std::string() : component->name;
}

const Step* find_step(const Plan& plan, const Place& place) {
    const Chain* chain = &plan.steps;
    const Step* step = nullptr;
    for (const Frame& frame : place.frames) {
        if (frame.at >= chain->size()) return nullptr;
        step = &(*chain)[frame.at];
        chain = &step->steps;
    }
    return step;
}

} // namespace vow::skopos
