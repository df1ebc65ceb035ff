#include "agent/command_line/choice_option.h"
#include "agent/command_line/run_options.h"

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

void add_otterscript_sources(CLI::App& sub, otterscript::Settings& settings) {
    sub.add_option(
           "--inventory", settings.inventory, "The servers, roles and variables of the plan"
    )
        ->type_name("FILE");
    sub.add_option("--raft", settings.rafts, "Where the plan finds modules and scripts")
        ->type_name("[NAME=]FOLDER")
        ->expected(1)
        ->take_all();
    add_choice(
        sub, "--set-creates", settings.new_variables, new_variables, "Where 'set' makes variables"
    );
}

void add_otterscript(CLI::App& sub, otterscript::Settings& settings) {
    add_otterscript_sources(sub, settings);
    sub.add_option("--server", settings.servers, "Run the plan on these servers")
        ->delimiter(',')
        ->type_name("NAME,...")
        ->expected(1)
        ->take_all();
    sub.add_option("--role", settings.role, "Run the plan on all active servers of a role")
        ->type_name("NAME");
    add_choice(sub, "--mode", settings.mode, modes, "How far operations of the plan go");
}

} // namespace vow::agent
