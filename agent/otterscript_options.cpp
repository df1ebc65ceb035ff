#include "agent/otterscript_options.h"

#include "agent/choice_option.h"

namespace vow::agent {
namespace {

using otterscript::Mode;
using otterscript::NewVariables;

const Choices<Mode> modes = {
    {"execute", Mode::execute},
    {"collect", Mode::collect},
    {"collect-then-execute", Mode::collect_then_execute},
};
const Choices<NewVariables> new_variables = {
    {"current", NewVariables::in_current_scope}, {"global", NewVariables::global}};

} // namespace

void add_otterscript(CLI::App& sub, otterscript::Settings& settings) {
