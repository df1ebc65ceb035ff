#pragma once

#include "policy/run/observer.h"
#include "policy/source/diagnostic.h"

#include <string>

namespace vow::agent {

/// Collects the errors and warnings that loading a policy logs, as diagnostics without a place.
class LoggedMistakes : public Observer {
public:
    void receive(const Event& event) override;
    const Diagnostics& mistakes() const { return mistakes_; }

private:
    Diagnostics mistakes_;
};

/// The mistakes of a policy as a person reads them: at most 100, errors before warnings if there
/// are more, and a last line that counts the others.
std::string text_of_mistakes(const Diagnostics& diagnostics);

} // namespace vow::agent
