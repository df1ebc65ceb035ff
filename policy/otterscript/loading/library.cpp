#include "policy/otterscript/loading/library.h"

#include "policy/otterscript/checking/checker.h"
#include "policy/otterscript/operations/table.h"
#include "policy/otterscript/run/executor.h"
#include "policy/otterscript/statements/statements.h"
#include "policy/otterscript/syntax/parser.h"
#include "policy/run/world.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow::otterscript {

Rafts::Rafts(const std::vector<std::string>& settings, const std::string& plan_folder) {
    folders_[""] = plan_folder;
    for (const std::string& setting : settings) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos)
            folders_[""] = setting;
        else
            folders_[lower_case(setting.substr(0, equals))] = setting.substr(equals + 1);
    }
}

const std::string* Rafts::folder(const std::string& raft) const {
    const auto found = folders_.find(lower_case(raft));
    return found == folders_.end() ? nullptr : &found->second;
}

std::optional<std::string> Rafts::find(
    const std::string& raft, const std::string& name, std::string_view suffix, HostFiles& host
) const {
    const std::string* folder_of_raft = folder(raft);
    const bool is_plain = name.find("..") == std::string::npos && !name.starts_with('/');
    if (folder_of_raft == nullptr || !is_plain) return std::nullopt;
    for (const std::string& file : {name, name + std::string(suffix)}) {
        const std::string path = *folder_of_raft + "/" + file;
        const auto status = host.status(path, Symlinks::follow);
        if (status && status->kind == FileKind::regular) return path;
    }
    return std::nullopt;
}

namespace {

constexpr auto columns = SourceText::Columns::characters;

/// Whether an argument is taken as it is written. An empty one is the positional.
bool is_raw_argument(std::string_view operation, std::string_view argument) {
    const std::string name = lower_case(operation);
    for (const Operation& native : native_operations()) {
        if (lower_case(native.name) != name) continue;
        const auto property = std::ranges::find_if(native.properties, [&](const Property& each) {
            return argument.empty() || lower_case(each.name) == lower_case(argument);
        });
        return property != native.properties.end() && property->use == Property::Use::raw;
    }
    return false;
}

/// Raises the first mistake of a text that was read during the run.
void raise_mistakes(const Diagnostics& diagnostics, Executor& executor, Span at) {
    if (!diagnostics.has_errors()) return;
    for (const Diagnostic& diagnostic : diagnostics.sorted()) {
        if (diagnostic.kind->severity != Severity::error) continue;
        std::string place;
        if (diagnostic.span.source != nullptr) {
            const Position position = diagnostic.span.position();
            place = " at " + diagnostic.span.source->path() + ":" + std::to_string(position.line) +
                    ":" + std::to_string(position.column);
        }
        executor.raise(diagnostic.message + place, at);
    }
}

} // namespace

Library::Library(World& world, Sources& sources, Rafts rafts)
    : world_(world),
      sources_(sources),
      rafts_(std::move(rafts)),
      operations_(world, *rafts_.folder("")) {}

std::unique_ptr<Script> Library::parse(const SourceText& source, Diagnostics& diagnostics) {
    const auto check_stop = [this] { cancel_if_stopped(world_.stop); };
    auto script = std::make_unique<Script>(
        parse_script(source, names_, diagnostics, is_raw_argument, check_stop)
    );
    const auto has_module = [this](const std::string& raft, const std::string& name) {
        return rafts_.find(raft, name + ".otter", "", world_.host).has_value();
    };
    check_script(*script, operations_, has_module, world_.options.lint, diagnostics);
    return script;
}

const Script* Library::load(const std::string& path, Diagnostics& diagnostics) {
    if (const auto known = files_.find(path); known != files_.end()) return known->second.get();
    const SourceText* source = read_source(path, {}, world_.host, sources_, diagnostics, columns);
    if (source == nullptr) return nullptr;
    auto script = parse(*source, diagnostics);
    cancel_if_stopped(world_.stop);
    if (diagnostics.has_errors()) return nullptr;
    return files_.emplace(path, std::move(script)).first->second.get();
}

std::vector<Script*> Library::scripts() {
    std::vector<Script*> all;
    for (const auto& [path, script] : files_)
        all.push_back(script.get());
    return all;
}

const Expression* Library::load_literal(const std::string& text, Diagnostics& diagnostics) {
    const SourceText& source = *sources_.emplace_back(
        std::make_unique<SourceText>("--var", TrustedText::given(text), columns)
    );
    auto expression = std::make_unique<Expression>(parse_literal(source, names_, diagnostics));
    if (diagnostics.has_errors()) return nullptr;
    return texts_.emplace("--var " + text, std::move(expression)).first->second.get();
}

const Expression& Library::text(const std::string& text, Executor& executor, Span at) {
    if (const auto known = texts_.find(text); known != texts_.end()) return *known->second;
    const SourceText& source = *sources_.emplace_back(
        std::make_unique<SourceText>("text", TrustedText::given(text), columns)
    );
    Diagnostics diagnostics;
    auto expression = std::make_unique<Expression>(parse_text(source, names_, diagnostics));
    check_expression(*expression, diagnostics);
    raise_mistakes(diagnostics, executor, at);
    return *texts_.emplace(text, std::move(expression)).first->second;
}

const Script& Library::script(const TrustedText& text, Executor& executor, Span at) {
    if (const auto known = scripts_.find(*text); known != scripts_.end()) return *known->second;
    const SourceText& source =
        *sources_.emplace_back(std::make_unique<SourceText>("script", text, columns));
    Diagnostics diagnostics;
    auto script = parse(source, diagnostics);
    raise_mistakes(diagnostics, executor, at);
    return *scripts_.emplace(*text, std::move(script)).first->second;
}

std::optional<std::string>
Library::raft_file(const std::string& raft, const std::string& name, std::string_view suffix) {
    return rafts_.find(raft, name, suffix, world_.host);
}

std::string Library::raft_folder(const std::string& raft) {
    const std::string* folder = rafts_.folder(raft);
    return folder != nullptr ? *folder : *rafts_.folder("");
}

const Script& Library::script_file(const std::string& path, Executor& executor, Span at) {
    Diagnostics diagnostics;
    const Script* script = load(path, diagnostics);
    raise_mistakes(diagnostics, executor, at);
    return *script;
}

const Module* Library::raft_module(
    const std::string& raft, const std::string& name, Executor& executor, Span at
) {
    const auto path = rafts_.find(raft, name + ".otter", "", world_.host);
    if (!path) return nullptr;
    const Script& script = script_file(*path, executor, at);
    const auto found = std::ranges::find_if(script.body.modules, [&](const auto& module) {
        return lower_case(module->name) == lower_case(name);
    });
    return found == script.body.modules.end() ? nullptr : found->get();
}

void Library::run_with_outputs(
    const Script& script,
    Executor& executor,
    const std::vector<std::string>& wanted,
    std::map<std::string, Value>& outputs
) {
    const auto take = [&] {
        for (std::string name : wanted) {
            const Sign sign = name.starts_with('@')   ? Sign::vector
                              : name.starts_with('%') ? Sign::map
                                                      : Sign::scalar;
            if (name.starts_with('$') || sign != Sign::scalar) name.erase(0, 1);
            const Value* found =
                executor.scope().variables.find(sign, names_.symbol(lower_case(name)));
            outputs[name] = found != nullptr ? *found : Value::empty(sign);
        }
    };
    run_to_end(executor, [&] { run_statements(script, executor, take); });
}

} // namespace vow::otterscript
