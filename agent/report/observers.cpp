#include "agent/report/observers.h"

#include "policy/run/budget.h"

namespace vow::agent {

void Observers::add(Observer& observer) {
    all_.push_back(&observer);
    wants_details_ = wants_details_ || observer.wants_details();
}

void Observers::receive(const Event& event) {
    const Budget::Relief relief; // observers keep no values of the policy
    if (const auto* chosen = std::get_if<LogLevelChosen>(&event)) level_ = chosen->level;
    for (Observer* observer : all_)
        observer->receive(event);
}

} // namespace vow::agent
