#include "policy/cfengine/promises/steps.h"

#include "policy/cfengine/editing/edit_steps.h"
#include "policy/cfengine/expansion/call_site.h"
#include "policy/cfengine/functions/module_lines.h"
#include "policy/cfengine/promises/kept_promise.h"
#include "policy/cfengine/values/variable_name.h"

#include <algorithm>

namespace vow::cfengine {

namespace {

/// The name variables go under unless the output says else: the command's own, made canonical.
std::string bundle_of_output(std::string_view command) {
    const std::string_view program = command.substr(0, command.find(' '));
    return canonified(program.substr(program.rfind('/') + 1));
}

/// A command that speaks the module protocol of its own kind: its lines define variables and
/// classes (semantics 14.4).
void read_output(PromiseRound& round, const std::string& output) {
    CallSite around(round.expander());
    ModuleLines lines(around, bundle_of_output(round.promiser()));
    std::string_view rest = output;
    while (!rest.empty()) {
        const auto end = std::min(rest.find('\n'), rest.size());
        lines.read(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
}

} // namespace

Outcome keep_in_steps(PromiseRound& round, const PromiseType& type, Attributes attributes) {
    const Promise promise = promise_of(round, type, std::move(attributes));
    if (type.name == "files" && edits_text(round)) {
        Observer& observer = round.evaluation().world().observer;
        observer.receive(PromiseStarted{promise});
        Outcome outcome = keep_edited(round, type, promise.attributes);
        observer.receive(PromiseDone{promise, outcome});
        return outcome;
    }
    Outcome outcome = keep_round(round, promise);
    if (type.name == "commands" && round.truth("module")) read_output(round, outcome.output);
    return outcome;
}

} // namespace vow::cfengine
