#include "policy/otterscript/checking/lint.h"
#include "policy/otterscript/checking/literal.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow::otterscript {
namespace {

std::optional<bool> truth_of(const Condition& condition);

/// The truth of parts of which `decisive` decides alone.
std::optional<bool> truth_of_parts(const Condition& condition, bool decisive) {
    bool is_known = true;
    for (const Condition& part : condition.parts) {
        const auto truth = truth_of(part);
        if (truth == decisive) return decisive;
        is_known = is_known && truth.has_value();
    }
    return is_known ? std::optional(!decisive) : std::nullopt;
}

/// nullopt for a condition that is known only when the plan runs.
std::optional<bool> truth_of(const Condition& condition) {
    using Kind = Condition::Kind;
    if (condition.kind == Kind::and_ || condition.kind == Kind::or_)
        return truth_of_parts(condition, condition.kind == Kind::or_);
    if (condition.kind == Kind::not_) {
        const auto truth = truth_of(condition.parts.front());
        return truth ? std::optional(!*truth) : std::nullopt;
    }
    const auto left = literal_text(condition.operands.front());
    if (!left) return std::nullopt;
    if (condition.kind == Kind::test) return lower_case(*left) == "true";
    const auto right = literal_text(condition.operands.back());
    if (!right) return std::nullopt;
    return (*left == *right) == (condition.kind == Kind::equal);
}

bool is_loop(const Statement& statement) {
    return std::holds_alternative<Foreach>(statement.content);
}

class CourseCheck {
public:
    CourseCheck(const StatementList& list, Diagnostics& diagnostics)
        : list_(list),
          diagnostics_(diagnostics) {}

    void run() {
        for (const ListedStatement& listed : list_.statements) {
            const Statement& statement = *listed.statement;
            if (const auto* branch = std::get_if<If>(&statement.content)) check(statement, *branch);
            if (const auto* loop = std::get_if<Foreach>(&statement.content))
                check(statement, *loop);
            if (const auto* simple = std::get_if<Simple>(&statement.content)) {
                const bool leaves = *simple == Simple::break_ || *simple == Simple::continue_;
                if (leaves && !is_in_loop(listed)) warn(statement, "no loop is around it");
            }
            if (std::holds_alternative<Await>(statement.content) && !begins_children())
                warn(statement, "nothing runs asynchronously");
        }
    }

private:
    void check(const Statement& statement, const If& branch) {
        const auto truth = truth_of(branch.condition);
        if (truth == false && !branch.then.statements.empty())
            diagnostics_.add(never_runs, statement.span, {"its condition is always false"});
        if (truth == true && branch.otherwise != nullptr)
            diagnostics_.add(
                never_runs, branch.otherwise->span, {"the condition before it is always true"}
            );
    }

    void check(const Statement& statement, const Foreach& loop) {
        const auto* items = std::get_if<VectorExpression>(&loop.source.content);
        if (items != nullptr && items->items.empty() && !loop.body.statements.empty())
            diagnostics_.add(never_runs, statement.span, {"its vector has no items"});
    }

    bool is_in_loop(const ListedStatement& listed) const {
        for (auto holder = listed.parent; holder; holder = list_.statements[*holder].parent) {
            if (is_loop(*list_.statements[*holder].statement)) return true;
        }
        return false;
    }

    /// A module of a raft may do so.
    bool begins_children() const {
        return std::ranges::any_of(list_.statements, [this](const ListedStatement& listed) {
            const auto* with = std::get_if<With>(&listed.statement->content);
            const auto* call = std::get_if<CallModule>(&listed.statement->content);
            return (with != nullptr && with->async) ||
                   (call != nullptr && list_.module_of(*call) == nullptr);
        });
    }

    void warn(const Statement& statement, std::string_view reason) {
        std::string text = "'" + std::string(statement.span.text()) + "' has no effect here: ";
        diagnostics_.add(without_effect, statement.span, {text.append(reason)});
    }

    const StatementList& list_;
    Diagnostics& diagnostics_;
};

} // namespace

void check_courses(const StatementList& list, Diagnostics& diagnostics) {
    CourseCheck(list, diagnostics).run();
}

} // namespace vow::otterscript
