#include "policy/cfengine/checking/definitions.h"
#include "policy/cfengine/checking/lint.h"
#include "policy/cfengine/vocabulary/literal.h"
#include "policy/run/written_promise.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

namespace vow::cfengine {

namespace {

constexpr DiagnosticKind conflict{
    "conflict",
    "two promises want different values of '{}' for {} '{}': {} and {}",
    Severity::warning};

/// The attributes with which a promise may not run, or may not change anything.
constexpr std::array<std::string_view, 4> doubts = {"if", "ifvarclass", "unless", "action"};

bool is_doubtful(const ast::Promise& promise) {
    return std::ranges::any_of(doubts, [&](std::string_view name) {
        return find_attribute(promise, name) != nullptr;
    });
}

/// The text of a value as it is written, if it is known before the policy runs: a text, or a body
/// with its arguments.
std::optional<std::string_view> written_value(const ast::Attribute& attribute) {
    const std::string_view text = attribute.value.span.text();
    if (has_reference(text) || std::holds_alternative<Boxed<ast::List>>(attribute.value.node))
        return {};
    return text;
}

/// Bodies differ for sure only by the arguments of one body.
bool are_comparable(const ast::Attribute& first, const ast::Attribute& second) {
    const bool are_texts = std::holds_alternative<ast::Quoted>(first.value.node) &&
                           std::holds_alternative<ast::Quoted>(second.value.node);
    const auto* one = boxed_if<ast::Call>(first.value.node);
    const auto* other = boxed_if<ast::Call>(second.value.node);
    return are_texts || (one != nullptr && other != nullptr && one->name == other->name);
}

/// The text without blanks, and with one kind of quotes.
std::string normalised(std::string_view text) {
    std::string plain;
    for (const char letter : text) {
        if (letter == '\'' || letter == '`')
            plain += '"';
        else if (letter != ' ' && letter != '\n' && letter != '\t')
            plain += letter;
    }
    return plain;
}

class ConflictCheck {
public:
    ConflictCheck(
        const std::vector<PromiseSite>& sites, const LintFacts& facts, Diagnostics& diagnostics
    )
        : sites_(sites),
          diagnostics_(diagnostics) {
        collect_running(facts);
    }

    void run() {
        for (const PromiseSite& site : sites_) {
            const ObjectType* type = find_object_type(site.section.type);
            if (type == nullptr || site.bundle.type != "agent") continue;
            if (has_reference(site.promise.promiser) || is_doubtful(site.promise)) continue;
            const auto key = key_of(site, *type);
            if (!key) continue;
            const auto [first, is_new] = firsts_.try_emplace(*key, &site);
            if (!is_new) compare(*first->second, site, *type);
        }
    }

private:
    /// The bundles that run whenever the policy does: those of the sequence, and those that their
    /// promises call without a condition.
    void collect_running(const LintFacts& facts) {
        std::unordered_map<std::string_view, std::vector<std::string_view>> calls;
        for (const PromiseSite& site : sites_) {
            const ast::Attribute* call = find_attribute(site.promise, "usebundle");
            const bool has_guard = site.promise.guard && site.promise.guard->text != "any";
            if (call == nullptr || has_guard || is_doubtful(site.promise)) continue;
            if (const auto name = name_used(call->value))
                calls[site.bundle.name].push_back(qualified_name(*name).name);
        }
        std::vector<std::string_view> due(facts.sequence.begin(), facts.sequence.end());
        while (!due.empty()) {
            const std::string_view name = due.back();
            due.pop_back();
            if (!running_.insert(name).second) continue;
            const auto further = calls.find(name);
            if (further != calls.end())
                due.insert(due.end(), further->second.begin(), further->second.end());
        }
    }

    /// nullopt if a part of the identity is known only when the policy runs.
    std::optional<std::string> key_of(const PromiseSite& site, const ObjectType& type) const {
        std::string key(type.name);
        const auto add = [&key](std::string_view part) {
            key += '\0';
            key += part;
        };
        const bool is_running = running_.contains(site.bundle.name);
        add(is_running ? std::string_view() : site.bundle.name);
        add(is_running ? std::string_view() : site.bundle.name_space);
        add(site.promise.promiser);
        const auto& guard = site.promise.guard;
        if (guard && has_reference(guard->text)) return std::nullopt;
        add(guard && guard->text != "any" ? normalised(guard->text) : std::string());
        for (const std::string_view name : type.identity) {
            const ast::Attribute* attribute = find_attribute(site.promise, name);
            const auto value =
                attribute != nullptr ? written_value(*attribute) : std::string_view();
            if (!value) return std::nullopt;
            add(normalised(*value));
        }
        return key;
    }

    void compare(const PromiseSite& first, const PromiseSite& second, const ObjectType& type) {
        for (const std::string_view name : type.values) {
            const ast::Attribute* one = find_attribute(first.promise, name);
            const ast::Attribute* other = find_attribute(second.promise, name);
            if (one == nullptr || other == nullptr || !are_comparable(*one, *other)) continue;
            const auto wanted = written_value(*one), also = written_value(*other);
            if (!wanted || !also || normalised(*wanted) == normalised(*also)) continue;
            diagnostics_
                .add(
                    conflict,
                    other->value.span,
                    {name, type.name, second.promise.promiser, *wanted, *also}
                )
                .notes = {{"the other promise", one->value.span}};
        }
    }

    const std::vector<PromiseSite>& sites_;
    Diagnostics& diagnostics_;
    std::unordered_set<std::string_view> running_;
    std::unordered_map<std::string, const PromiseSite*> firsts_;
};

} // namespace

void check_conflicts(
    const std::vector<PromiseSite>& sites, const LintFacts& facts, Diagnostics& diagnostics
) {
    ConflictCheck(sites, facts, diagnostics).run();
}

} // namespace vow::cfengine
