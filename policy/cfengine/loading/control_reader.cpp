#include "policy/cfengine/loading/control_reader.h"

#include "policy/cfengine/evaluation/expander.h"
#include "policy/cfengine/evaluation/number.h"

namespace vow::cfengine {

ControlReader::ControlReader(Evaluation& evaluation)
    : evaluation_(evaluation),
      bundle_{
          .type = "common",
          .name = "control_common",
          .name_space = "default",
          .qualified = evaluation.names().symbol("default:control_common"),
          .parameters = {},
          .sections = {},
          .span = {}},
      frame_{.bundle = bundle_} {}

const Expression* ControlReader::find(std::string_view type, std::string_view attribute) {
    const Expression* found = nullptr;
    for (const Body* body : evaluation_.program().controls) {
        if (body->type != type) continue;
        for (const BodyClause& clause : body->clauses) {
            if (clause.attribute.name != attribute) continue;
            Expander expander(evaluation_, frame_, nullptr);
            const bool holds =
                clause.guard.dynamic
                    ? evaluation_.holds(frame_, expander.text(*clause.guard.dynamic).text)
                          .value_or(false)
                    : evaluation_.holds(frame_, clause.guard.compiled);
            if (holds) found = &clause.attribute.value;
        }
    }
    return found;
}

std::vector<std::string> ControlReader::list(const Expression& expression, bool& resolved) {
    Expander expander(evaluation_, frame_, nullptr);
    expander.set_place(expression.span);
    const Evaluated value = expander.evaluate(expression);
    if (!value.resolved) resolved = false;
    if (const List* list = value.list()) return **list;
    if (const Data* data = value.data()) return scalar_children(*data);
    return value.text() ? std::vector{*value.text()} : std::vector<std::string>();
}

std::vector<std::string> ControlReader::list(std::string_view type, std::string_view attribute) {
    const Expression* source = find(type, attribute);
    bool resolved = true;
    return source ? list(*source, resolved) : std::vector<std::string>();
}

std::string ControlReader::text(std::string_view type, std::string_view attribute) {
    const Expression* source = find(type, attribute);
    if (source == nullptr) return {};
    const Evaluated value = Expander(evaluation_, frame_, nullptr).evaluate(*source);
    return value.text() ? *value.text() : std::string();
}

bool ControlReader::truth(std::string_view type, std::string_view attribute) {
    const std::string word = text(type, attribute);
    return word == "true" || word == "yes" || word == "on";
}

Control ControlReader::control() {
    Control control;
    control.abort_classes = list("agent", "abortclasses");
    control.abort_bundle_classes = list("agent", "abortbundleclasses");
    if (const auto minutes = integer_from(text("agent", "ifelapsed"))) {
        control.if_elapsed = std::chrono::minutes(*minutes);
    }
    if (const auto minutes = integer_from(text("agent", "expireafter"))) {
        control.expire_after = std::chrono::minutes(*minutes);
    }
    control.dry_run = truth("agent", "dryrun");
    control.ignore_missing_bundles = truth("common", "ignore_missing_bundles");
    if (find("common", "cache_system_functions")) {
        control.cache_functions = truth("common", "cache_system_functions");
    }
    return control;
}

} // namespace vow::cfengine
