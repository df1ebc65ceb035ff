#include "policy/cfengine/evaluation/steps.h"

#include "policy/cfengine/evaluation/kept_promise.h"

namespace vow::cfengine {

Outcome keep_in_steps(PromiseRound& round, const PromiseType& type, Attributes attributes) {
    return keep_round(round, type, std::move(attributes));
}

} // namespace vow::cfengine
