#include "policy/cfengine/checking/class_expression.h"
#include "policy/cfengine/checking/known_names.h"
#include "policy/cfengine/checking/lint.h"
#include "policy/cfengine/syntax/quoted.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <set>
#include <unordered_set>

namespace vow::cfengine {

namespace {

constexpr DiagnosticKind undefined_class{
    "undefined-class", "the class '{}' is not defined", Severity::warning};
constexpr DiagnosticKind never_runs{
    "never-runs", "this can never run: '{}' contradicts itself", Severity::warning};
constexpr DiagnosticKind never_runs_under_condition{
    never_runs.name, "this can never run: '{}' contradicts '{}'", Severity::warning};

class ClassCheck {
public:
    ClassCheck(const PolicyNames& names, const LintFacts& facts, Diagnostics& diagnostics)
        : names_(names),
          facts_(facts),
          diagnostics_(diagnostics) {}

    void promise(const ast::Promise& promise) {
        const std::vector<ClassExpression> expressions = class_expressions_of(promise);
        for (const ClassExpression& expression : expressions)
            classes(expression.text, expression.span);
        reach(expressions);
    }

    void body(const ast::Body& body) {
        for (const ast::BodyClause& clause : body.clauses) {
            if (!clause.guard) continue;
            classes(clause.guard->text, clause.guard->span);
            reach({{clause.guard->text, clause.guard->span, ClassExpression::Role::holds}});
        }
    }

private:
    void classes(std::string_view text, const Span& span) {
        if (facts_.extent != Extent::whole || names_.classes().is_open()) return;
        for (const NamedClass& named : classes_in(text)) {
            std::string_view name = named.name;
            const bool is_seen = !seen_.emplace(span.source, name).second;
            if (is_seen || is_known(name)) continue;
            name.remove_prefix(name.rfind(':') + 1); // npos + 1 is 0
            const auto known = [this] { return names_.classes().written(); };
            diagnostics_.add(
                undefined_class,
                place_of(named, text, span),
                {named.name},
                hints_.did_you_mean(name, known)
            );
        }
    }

    bool is_known(std::string_view written) const {
        const std::string_view name = written.substr(written.rfind(':') + 1);
        constexpr std::string_view words[] = {"true", "false", "none", "any"};
        if (std::ranges::find(words, name) != std::end(words)) return true;
        return names_.classes().may_be(canonified(name)) || may_be_hard_class(name) ||
               (facts_.is_class && facts_.is_class(written));
    }

    static Span place_of(const NamedClass& named, std::string_view text, const Span& span) {
        const bool in_quotes = !span.text().starts_with(text);
        const auto in_text = [&](std::size_t at) {
            return static_cast<std::uint32_t>(in_quotes ? offset_in_quotes(span.text(), at) : at);
        };
        return {
            span.source,
            span.begin + in_text(named.at),
            span.begin + in_text(named.at + named.name.size())};
    }

    void reach(const std::vector<ClassExpression>& expressions) {
        std::vector<ClassExpression> deciding;
        std::string key;
        for (const ClassExpression& expression : expressions) {
            if (expression.role == ClassExpression::Role::part) continue;
            deciding.push_back(expression);
            key += expression.text;
            key += expression.role == ClassExpression::Role::fails ? '\1' : '\2';
        }
        if (!may_contradict(deciding)) return;
        const auto [known, is_new] = contradictions_.try_emplace(key, false);
        if (is_new) known->second = contradict(deciding, exclusion());
        if (!known->second) return;
        const ClassExpression& last = deciding.back();
        if (deciding.size() == 1) {
            diagnostics_.add(never_runs, last.span, {last.text});
        } else {
            const std::string_view first = deciding.front().text;
            diagnostics_.add(never_runs_under_condition, last.span, {first, last.text}).notes = {
                {"the other condition", deciding.front().span}};
        }
    }

    /// One class alone contradicts nothing: most expressions are that.
    static bool may_contradict(const std::vector<ClassExpression>& expressions) {
        std::size_t classes = 0;
        for (const ClassExpression& expression : expressions)
            classes += classes_in(expression.text).size();
        return classes > 1;
    }

    /// Classes that the policy may define itself exclude nothing.
    Exclusion exclusion() const {
        return [this](std::string_view first, std::string_view second) {
            return are_exclusive_classes(first, second) && !names_.classes().may_be(first) &&
                   !names_.classes().may_be(second);
        };
    }

    const PolicyNames& names_;
    const LintFacts& facts_;
    Diagnostics& diagnostics_;
    LimitedHints hints_;
    std::set<std::pair<const SourceText*, std::string_view>> seen_;
    std::unordered_map<std::string, bool> contradictions_; ///< by expressions
};

} // namespace

void check_classes(
    const std::vector<PromiseSite>& sites,
    std::span<const ast::File> files,
    const PolicyNames& names,
    const LintFacts& facts,
    Diagnostics& diagnostics
) {
    ClassCheck check(names, facts, diagnostics);
    for (const PromiseSite& site : sites)
        check.promise(site.promise);
    for (const ast::File& file : files)
        for (const ast::Body& body : file.bodies)
            check.body(body);
}

} // namespace vow::cfengine
