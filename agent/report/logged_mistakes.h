#pragma once

#include "policy/run/observer.h"
#include "policy/source/diagnostic.h"

namespace vow::agent {

/// Collects the errors and warnings that loading a policy logs, as diagnostics without a place.
class LoggedMistakes : public Observer {
public:
    void receive(const Event& event) override;
    const Diagnostics& mistakes() const { return mistakes_; }

private:
    Diagnostics mistakes_;
};

} // namespace vow::agent
