#include "agent/command_line/options.h"
#include "agent/listings/listings.h"
#include "agent/module/command.h"
#include "agent/personality/reference_option.h"
#include "agent/publishing/release.h"
#include "agent/pull/pull.h"
#include "agent/reference/reference.h"
#include "agent/review/views.h"
#include "agent/run/run.h"
#include "agent/serving/serving.h"
#include "policy/run/heap.h"
#include "policy/run/usage_error.h"
#include "protocol/system/dynamic_library.h"
#include "protocol/system/file_descriptor.h"
#include "protocol/text/shown_text.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>

#include <fcntl.h>
#include <unistd.h>

namespace {

using namespace vow::agent;

std::variant<Options, Reply>
parse_command_line(const char* program, const std::vector<std::string>& arguments) {
    const Personality personality = personality_of(program);
    if (personality == Personality::vow) return options_from(arguments);
    return reference_options_from(personality, arguments);
}

/// Opens /dev/null for standard streams that are closed, so that no other file gets their numbers.
/// Writing to it fails, as without it.
void open_standard_streams() {
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; ++file) {
        if (::fcntl(file, F_GETFD) == -1) static_cast<void>(::open("/dev/null", O_RDONLY));
    }
}

/// As with the reference, functions and the programs that are started see no language of the
/// terminal.
void forget_language() {
    for (const char* name : {"COLUMNS", "LANG", "LANGUAGE", "LC_MESSAGES"})
        ::unsetenv(name);
}

int answer(const Reply& reply) {
    const std::string text =
        vow::shown(reply.text, vow::LineEnds::kept); // it may quote an argument
    std::fputs(text.c_str(), reply.status == 0 ? stdout : stderr);
    return reply.status;
}

/// The reference keeps one promise after the other; callers that use its name may rely on that.
vow::Concurrency concurrency_of(const Options& options) {
    const bool is_single = options.jobs == 1;
    if (options.personality != Personality::vow || is_single) return vow::Concurrency::none;
    return options.jobs ? vow::Concurrency::bundled_too : vow::Concurrency::declared;
}

/// Reads the settings of the host, which bind bundled modules in other processes as well.
std::optional<Reply> apply_settings(Options& options) {
    auto read = read_machine_settings(options.settings_file);
    if (const auto* error = std::get_if<SettingsError>(&read))
        return Reply{number_of(ExitStatus::usage), error->text};
    options.settings = std::get<MachineSettings>(std::move(read));
    options.module.trusted_users = options.settings.trusted_users;
    options.run.concurrency = concurrency_of(options);
    options.run.concurrent_types = options.settings.concurrent_types;
    for (const std::string& warning : options.settings.warnings)
        options.warnings.push_back(warning);
    if (options.settings.removals == Removals::refused) ::setenv("VOW_REMOVALS", "false", 1);
    return std::nullopt;
}

/// To bundled modules, in this process and in others: modules/sdk/cpp/manner.h. A run that the
/// reference's agent started is not its run.
void pass_manner_on(Personality personality) {
    if (personality == Personality::vow)
        ::unsetenv("VOW_MANNER");
    else
        ::setenv("VOW_MANNER", "reference", 1);
}

int execute(const Options& options) {
    switch (options.command) {
    case Options::Command::keep:
    case Options::Command::run:
        pass_manner_on(options.personality);
        if (!options.durability.empty()) // bundled modules and programs alike read it
            ::setenv("VOW_DURABILITY", options.durability.c_str(), 1);
        return run_policy(options);
    case Options::Command::check: return check_policy(options);
    case Options::Command::facts: return list_facts(options);
    case Options::Command::functions: return list_functions(options);
    case Options::Command::doc: return document(options);
    case Options::Command::serve: return serve_module(options);
    case Options::Command::host:
        return options.subject.empty() ? serve_host(options) : serve_supervised(options);
    case Options::Command::module: return work_with_module(options.module);
    case Options::Command::history: return review_history(options);
    case Options::Command::pull: return pull_policy(options);
    case Options::Command::release: return work_with_releases(options);
    case Options::Command::fleet: return become_fleet_program(options);
    }
    return number_of(ExitStatus::fault);
}

} // namespace

int main(int count, char** words) {
    open_standard_streams();
    vow::tune_heap();
    vow::raise_descriptor_limit(); // a module process takes four of them
    if (personality_of(words[0]) != Personality::vow) forget_language();
    try {
        auto parsed = parse_command_line(words[0], {words + 1, words + count});
        if (const auto* reply = std::get_if<Reply>(&parsed)) return answer(*reply);
        auto& options = std::get<Options>(parsed);
        const auto refusal = apply_settings(options);
        return refusal ? answer(*refusal) : execute(options);
    } catch (const vow::UsageError& error) {
        std::fprintf(stderr, "vow: %s\n", vow::shown(error.what()).c_str());
        return number_of(ExitStatus::usage);
    } catch (const vow::DynamicLibrary::Missing& lack) {
        std::fprintf(stderr, "vow: %s\n", vow::shown(lack.what()).c_str());
        return number_of(ExitStatus::not_kept);
    } catch (const std::exception& fault) {
        std::fprintf(stderr, "vow: %s\n", vow::shown(fault.what()).c_str());
        return number_of(ExitStatus::fault);
    }
}
