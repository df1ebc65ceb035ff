#include "policy/otterscript/checking/lint.h"
#include "policy/otterscript/checking/literal.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>

namespace vow::otterscript {
namespace {

constexpr DiagnosticKind unused_variable{
    "unused-variable", "nothing reads the variable {}", Severity::warning};
constexpr DiagnosticKind unused_module{
    "unused-bundle", "nothing calls the module '{}'", Severity::warning};

/// Scalars that operations read in place of arguments that are left out.
constexpr std::array<std::string_view, 4> implicit = {
    "$repository", "$commit", "$dockerrepository", "$dockertag"};

/// Functions that read a variable by its name, which is their first argument.
constexpr std::array<std::string_view, 2> by_name = {"getvariablevalue", "isvariabledefined"};

/// Notes the variables that a script reads in other ways than by `$name`.
class OtherReads {
public:
    explicit OtherReads(const StatementList& list) {
        const NameVisitor calls{
            .reference = [](const Reference&) {}, .call = [this](const Call& call) { note(call); }};
        for (const ListedStatement& listed : list.statements) {
            for_each_name(*listed.statement, calls);
            if (const auto* action = std::get_if<Action>(&listed.statement->content)) note(*action);
            const auto* call = std::get_if<CallModule>(&listed.statement->content);
            if (call != nullptr && list.module_of(*call) == nullptr) reads_any_ = true;
        }
    }

    /// Whether it may read each of them.
    bool reads_any() const { return reads_any_; }
    /// `variable` has its sign.
    bool contains(const std::string& variable) const {
        return std::ranges::find(implicit, variable) != implicit.end() ||
               named_.contains(variable.substr(1));
    }

private:
    void note(const Call& call) {
        const std::string name = lower_case(call.name);
        if (name == "eval") reads_any_ = true;
        if (std::ranges::find(by_name, name) == by_name.end() || call.arguments.empty()) return;
        const auto text = literal_text(call.arguments.front());
        if (!text) {
            reads_any_ = true;
            return;
        }
        const std::string variable = lower_case(trimmed(*text));
        named_.insert(variable.substr(std::min(variable.find_first_not_of("$@%"), variable.size()))
        );
    }

    /// A template, or a program that gets all variables.
    void note(const Action& action) {
        const bool imports = std::ranges::any_of(action.arguments, [](const Argument& argument) {
            return lower_case(argument.name) == "importvariables";
        });
        const bool is_template = lower_case(action.name).find("template") != std::string::npos;
        reads_any_ = reads_any_ || imports || is_template;
    }

    bool reads_any_ = false;
    VariableSet named_; ///< without signs
};

/// False if an expression calls functions, which can do more than return a value.
bool only_computes(const Expression& expression) {
    bool has_calls = false;
    const auto note = [&](const Reference& reference) {
        has_calls = has_calls || std::ranges::any_of(reference.candidates, [](const auto& each) {
                        return each.function != nullptr;
                    });
    };
    for_each_name(expression, {.reference = note, .call = [&](const Call&) { has_calls = true; }});
    return !has_calls;
}

void check_variables_read(const StatementList& list, Diagnostics& diagnostics) {
    const OtherReads others(list);
    if (others.reads_any()) return;
    VariableSet read;
    for (const ListedStatement& listed : list.statements)
        read.insert(listed.reads.begin(), listed.reads.end());
    for (const Module* module : list.modules) {
        read.merge(list.fallback_reads(*module));
        for (const Parameter& parameter : module->parameters) {
            if (parameter.is_output) read.insert(list.key_of(parameter.variable));
        }
    }
    VariableSet warned;
    for (const ListedStatement& listed : list.statements) {
        const auto* set = std::get_if<Set>(&listed.statement->content);
        const bool is_checked = set != nullptr && set->indexes.empty() &&
                                set->place != Place::global && only_computes(set->value);
        if (!is_checked) continue;
        const std::string key = list.key_of(set->variable);
        if (read.contains(key) || others.contains(key) || !warned.insert(key).second) continue;
        diagnostics.add(unused_variable, set->variable.span, {set->variable.span.text()});
    }
}

/// A file without statements of its own is a library.
void check_modules_called(const StatementList& list, Diagnostics& diagnostics) {
    std::set<std::string> called;
    bool has_statements = false;
    for (const ListedStatement& listed : list.statements) {
        has_statements = has_statements || listed.module == nullptr;
        const auto* call = std::get_if<CallModule>(&listed.statement->content);
        if (call != nullptr && call->raft.empty()) called.insert(lower_case(call->name));
    }
    if (!has_statements) return;
    for (const Module* module : list.modules) {
        if (!called.contains(lower_case(module->name)))
            diagnostics.add(unused_module, module->span, {module->name});
    }
}

} // namespace

void check_uses(const StatementList& list, Diagnostics& diagnostics) {
    check_variables_read(list, diagnostics);
    check_modules_called(list, diagnostics);
}

} // namespace vow::otterscript
