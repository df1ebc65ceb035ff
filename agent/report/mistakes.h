#pragma once

#include "policy/run/observer.h"
#include "policy/source/diagnostic.h"
#include "protocol/data/data.h"

#include <string>
#include <string_view>

namespace vow::agent {

/// A diagnostic as JSON for editors: path, begin and end (line and column, counted from 1; the end
/// is past the last byte), severity, kind, message, and, if it has them, hint, notes and cause. A
/// note and a cause have a message and a place of their own. Path, begin and end are left out if
/// the place is unknown.
Data data_of(const Diagnostic& diagnostic);

/// The mistakes of checked policies, in the JSON form of data_of(), as a document of SARIF 2.1.0,
/// the format of code scanners: one run, a rule for each kind of mistake, a result for each
/// mistake. `version` is that of vow. A place that is not known is left out.
/// Source: https://docs.oasis-open.org/sarif/sarif/v2.1.0/
Data sarif_of(const Data::Array& mistakes, std::string_view version);

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
