#include "agent/module/shell/shell.h"

#include "agent/command_line/arguments.h"
#include "policy/source/diagnostic.h"
#include "protocol/client/module_error.h"
#include "protocol/harness/description_page.h"
#include "protocol/harness/escapes.h"
#include "protocol/harness/record/transcript.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace vow::agent {

using harness::ChangesAllowed;

namespace {

/// The operation in the bytes of a request; empty if they cannot be parsed.
std::string operation_in(const std::string& bytes) {
    std::vector<std::string> lines;
    for (const std::string_view line : filled_lines_of(bytes))
        lines.emplace_back(line);
    const Data fields = harness::request_fields(lines);
    const Data* operation = fields.find("operation");
    return operation == nullptr ? "" : std::string(operation->text());
}

} // namespace

Shell::Shell(const ModuleOptions& options)
    : module_(options),
      promise_(options.promise),
      changes_(options.changes),
      level_(options.log_level) {
    if (module_.dialogue() == nullptr) note(ModuleStatus::broken);
    // A module with a single type leaves no choice.
    const Description* description = module_.description();
    if (promise_.type.empty() && description != nullptr && description->promise_types.size() == 1) {
        promise_.type = description->promise_types.front().name;
    }
}

Shell::State Shell::execute(const std::string& line) {
    const auto [name, argument] = split_shell_line(line);
    if (name.empty() || name.starts_with('#')) return state_;
    const auto found = std::ranges::find(commands(), std::string_view(name), &ShellCommand::name);
    if (found != commands().end()) {
        execute(*found, argument);
        return state_;
    }
    std::vector<std::string_view> names;
    for (const ShellCommand& command : commands())
        names.push_back(command.name);
    const std::string hint = did_you_mean(name, names);
    refuse("unknown command '" + name + "'; " + (hint.empty() ? "help lists them" : hint));
    return state_;
}

void Shell::execute(const ShellCommand& command, const std::string& argument) {
    try {
        (this->*command.action)(argument);
    } catch (const harness::TranscriptError& error) {
        refuse(error.what());
    } catch (const client::ModuleError& error) {
        note(ModuleStatus::not_started);
        std::fprintf(stderr, "vow: %s\n", error.what());
    }
    std::fflush(stdout);
}

Completion Shell::completion(const std::string& typed) const {
    return completion_of(
        typed, commands(), {.description = module_.description(), .promise = promise_}
    );
}

bool Shell::is_storable(const std::string& line) const {
    const bool is_blank = line.find_first_not_of(" \t") == std::string::npos;
    return !is_blank && !names_secret(line, module_.description());
}

// --- the promise --------------------------------------------------------------------------------

void Shell::set_type(const std::string& name) {
    if (name.empty()) return refuse("type needs a name");
    promise_.type = name;
}

void Shell::set_promiser(const std::string& text) {
    promise_.promiser = text;
}

void Shell::set_attribute(const std::string& text) {
    auto read = attribute_from(text);
    if (const auto* problem = std::get_if<std::string>(&read)) return refuse(*problem);
    auto& attribute = std::get<Data::Member>(read);
    for (auto& [name, value] : promise_.attributes) {
        if (name == attribute.first) {
            value = std::move(attribute.second);
            return;
        }
    }
    promise_.attributes.push_back(std::move(attribute));
}

void Shell::unset_attribute(const std::string& name) {
    if (name.empty()) return promise_.attributes.clear();
    const auto removed = std::erase_if(promise_.attributes, [&](const Data::Member& attribute) {
        return attribute.first == name;
    });
    if (removed == 0) refuse("the promise has no attribute '" + name + "'");
}

void Shell::show_promise(const std::string&) {
    std::printf("type       %s\n", promise_.type.c_str());
    std::printf("promiser   %s\n", promise_.promiser.c_str());
    for (const Data::Member& attribute : promise_.attributes)
        std::printf("attribute  %s\n", typed(attribute).c_str());
    std::printf(
        "changes    %s\nlog level  %s\n",
        changes_ == ChangesAllowed::only_warn ? "not allowed (warn)" : "allowed (fix)",
        std::string(wire::log_level_word(level_)).c_str()
    );
}

void Shell::warn(const std::string&) {
    changes_ = ChangesAllowed::only_warn;
}

void Shell::fix(const std::string&) {
    changes_ = ChangesAllowed::yes;
}

void Shell::set_level(const std::string& word) {
    const auto level = log_level_from(word);
    if (!level) return refuse("'" + word + "' is not a log level");
    level_ = *level;
    module_.set_log_level(level_);
}

// --- requests -----------------------------------------------------------------------------------

void Shell::validate(const std::string&) {
    if (ShownDialogue* dialogue = dialogue_for_promise())
        update_status(dialogue->validate(promise_, changes_));
}

void Shell::evaluate(const std::string&) {
    if (ShownDialogue* dialogue = dialogue_for_promise())
        update_status(dialogue->keep(promise_, changes_));
}

void Shell::send_raw(const std::string& escaped) {
    ShownDialogue* dialogue = open_dialogue();
    if (dialogue == nullptr) return;
    const std::string bytes = harness::without_escapes(escaped);
    unanswered_ += bytes;
    if (!unanswered_.ends_with("\n\n")) return dialogue->send(bytes);
    update_status(dialogue->send_request(operation_in(std::exchange(unanswered_, "")), bytes));
}

void Shell::close_input(const std::string&) {
    ShownDialogue* dialogue = open_dialogue();
    if (dialogue == nullptr) return;
    dialogue->dialogue().conversation().close_input();
    module_.show_end();
}

void Shell::describe(const std::string&) {
    ShownDialogue* dialogue = open_dialogue();
    if (dialogue == nullptr) return;
    if (!dialogue->offers("describe")) return refuse("the module does not describe itself");
    const std::string name = dialogue->dialogue().greeting().header->name;
    module_.read_description();
    if (const Description* description = module_.description()) {
        const auto format = harness::PageFormat::terminal;
        std::fputs(harness::page_of(name, *description, format).c_str(), stdout);
    }
}

void Shell::restart(const std::string&) {
    unanswered_.clear();
    module_.restart();
    if (module_.dialogue() == nullptr) note(ModuleStatus::broken);
}

void Shell::record(const std::string& path) {
    if (path.empty()) return refuse("record needs a file");
    if (open_dialogue() != nullptr) module_.record_in(path);
}

void Shell::help(const std::string&) {
    for (const ShellCommand& command : commands()) {
        const std::string usage = std::string(command.name) + " " + std::string(command.argument);
        std::printf("%-16s %s\n", usage.c_str(), std::string(command.about).c_str());
    }
}

void Shell::quit(const std::string&) {
    state_ = State::quit;
}

ShownDialogue* Shell::open_dialogue() {
    if (module_.dialogue() == nullptr) refuse("the module has ended; restart starts it again");
    return module_.dialogue();
}

ShownDialogue* Shell::dialogue_for_promise() {
    if (promise_.type.empty() || promise_.promiser.empty()) {
        refuse("the promise has no type or no promiser yet: type NAME, promiser TEXT");
        return nullptr;
    }
    ShownDialogue* dialogue = open_dialogue();
    if (dialogue == nullptr) return nullptr;
    const std::string why = dialogue->refusal(promise_, changes_);
    if (why.empty()) return dialogue;
    refuse("the promise cannot be sent: " + why);
    return nullptr;
}

void Shell::update_status(const harness::Answer& answer) {
    const bool may_be_judged = wire::operation_from(answer.operation) || !answer.is_whole();
    if (may_be_judged) note(status_for(answer));
    module_.update_after(answer);
}

void Shell::refuse(const std::string& why) {
    note(ModuleStatus::usage);
    std::fflush(stdout);
    std::fprintf(stderr, "vow: %s\n", why.c_str());
}

void Shell::note(ModuleStatus status) {
    status_ = std::max(status_, status);
}

} // namespace vow::agent
