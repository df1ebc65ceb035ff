#include "agent/module/command.h"

#include "agent/keepers/served_modules.h"
#include "agent/report/output.h"
#include "policy/source/diagnostic.h"
#include "protocol/client/module_error.h"
#include "protocol/harness/cases/case_file.h"
#include "protocol/harness/record/transcript.h"
#include "protocol/system/own_process.h"
#include "protocol/system/trust.h"

#include <csignal>
#include <cstdio>
#include <filesystem>

namespace vow::agent {
namespace {

using Action = ModuleOptions::Action;

int execute(const ModuleOptions& options) {
    switch (options.action) {
    case Action::list: return list_modules(options);
    case Action::probe: return probe_module(options);
    case Action::shell: return open_shell(options);
    case Action::send: return send_promise(options);
    case Action::conform: return conform_module(options);
    case Action::test: return test_module(options);
    case Action::bench: return bench_module(options);
    case Action::doc: return document_module(options);
    case Action::create: return make_module(options);
    case Action::replay: return replay_record(options);
    case Action::mock: return mock_module(options);
    case Action::fuzz: return fuzz_module(options);
    case Action::explain: return explain_checks(options);
    }
    return number_of(ModuleStatus::usage);
}

std::string hint_for(const std::string& name) {
    std::vector<std::string_view> names;
    for (const modules::BundledModule& module : modules::bundled_modules())
        names.push_back(module.name);
    const std::string hint = did_you_mean(name, names);
    return hint.empty() ? hint : "; " + hint;
}

std::vector<std::string> program_of(const modules::BundledModule& module) {
    if (module.make != nullptr) {
        return {own_program(), "module", "serve", std::string(module.name)};
    }
    std::vector<std::string> words = program_words(module);
    if (!words.empty()) return words;
    throw client::ModuleError(client::ModuleError::Cause::not_started, absence_of_program(module));
}

/// The module trusts whom its agent would trust.
std::vector<std::string>
command_of(const modules::BundledModule& module, const std::vector<uid_t>& trusted_users) {
    std::vector<std::string> command = program_of(module);
    for (std::string& argument : trust_arguments(trusting(Trust::of_process(), trusted_users)))
        command.push_back(std::move(argument));
    return command;
}

} // namespace

harness::Subject subject_of(const ModuleOptions& options) {
    const std::string& name = options.module;
    if (const auto* bundled = modules::find_bundled_module(name);
        bundled != nullptr && options.interpreter.empty()) {
        return {
            .name = name,
            .command = command_of(*bundled, options.trusted_users),
            .trusted_users = options.trusted_users};
    }
    if (!std::filesystem::exists(name)) {
        throw client::ModuleError(
            client::ModuleError::Cause::not_started,
            "the module '" + name + "' does not exist" + hint_for(name)
        );
    }
    harness::Subject subject =
        harness::subject_at(std::filesystem::absolute(name), options.interpreter);
    subject.trusted_users = options.trusted_users;
    return subject;
}

std::vector<harness::SentPromise>
samples_of(const ModuleOptions& options, const harness::ScratchFolder& folder) {
    std::vector<harness::SentPromise> samples;
    if (!options.promise.promiser.empty()) samples.push_back(folder.filled_in(options.promise));
    if (options.cases.empty()) return samples;
    std::size_t left_out = 0;
    for (const harness::Case& each : harness::read_cases(options.cases)) {
        if (each.may_run(options.real_runs))
            samples.push_back(folder.filled_in(each.promise));
        else
            ++left_out;
    }
    if (left_out > 0) {
        std::fprintf(
            stderr,
            "vow: cases left out, as their promisers lie outside of {{tmp}}: %zu; 'real: true' in "
            "a "
            "case, or --real, has it run for real\n",
            left_out
        );
    }
    return samples;
}

int work_with_module(const ModuleOptions& options) {
    std::signal(SIGPIPE, SIG_IGN); // modules may exit during a write
    harness::ScratchFolder::remove_abandoned();
    restrict_path_aloud(trusting(Trust::of_process({options.module}), options.trusted_users));
    return with_errors_shown(options, execute);
}

int with_errors_shown(const ModuleOptions& options, int (*command)(const ModuleOptions&)) {
    try {
        return command(options);
    } catch (const client::ModuleError& error) {
        std::fprintf(stderr, "vow: %s\n", error.what());
        return number_of(ModuleStatus::not_started);
    } catch (const harness::TranscriptError& error) {
        std::fprintf(stderr, "vow: %s\n", error.what());
        return number_of(ModuleStatus::usage);
    } catch (const harness::CaseFileError& error) {
        std::fprintf(stderr, "vow: %s\n", error.what());
        return number_of(ModuleStatus::usage);
    }
}

} // namespace vow::agent
