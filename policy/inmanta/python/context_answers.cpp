#include "policy/inmanta/python/context_answers.h"

#include <algorithm>
#include <array>
#include <utility>

namespace vow::inmanta {
namespace {

constexpr std::array<const DiagnosticKind*, 4> python_kinds = {
    &external_error, &explicit_plugin_error, &missing_python_error, &wrapping_error};

} // namespace

template <class Work>
ModelAnswers::Found ContextAnswers::answered(Work work) {
    try {
        return work();
    } catch (const UnsetAttribute& attribute) {
        unset_ = attribute.cell;
        return Unset{};
    } catch (const ModelError& error) {
        const Mistake& mistake = error.mistakes.front();
        if (mistake.kind == &optional_value_error) return Empty{mistake.words};
        return Missing{text_of(mistake)};
    }
}

ModelAnswers::Found ContextAnswers::attribute(Object& instance, const std::string& name) {
    return answered([&] { return context_.present_attribute(Value(instance), name); });
}

Value ContextAnswers::description(Object& instance) {
    return context_.description(Value(instance));
}

ModelAnswers::Found ContextAnswers::entity(const std::string& name) {
    return answered([&] { return context_.entity(name); });
}

ModelAnswers::Found ContextAnswers::name(const std::string& name) {
    return answered([&] { return context_.variable(name); });
}

ModelAnswers::Found ContextAnswers::call(const std::string& plugin, std::vector<Value> arguments) {
    return answered([&] { return context_.call(plugin, std::move(arguments)); });
}

ModelAnswers::Found ContextAnswers::make(const std::string& entity, const Dict& attributes) {
    const QualifiedName name = split(entity);
    const Namespace* home = model_ != nullptr ? model_->find_namespace(name.space) : nullptr;
    const bool is_known = home != nullptr && home->entities.contains(name.name);
    if (!is_known || context_.maker == nullptr)
        return Missing{"the dataclass has no entity '" + entity + "' in the model"};
    return answered([&] { return context_.maker->make(*home->entities.at(name.name), attributes); }
    );
}

ModelAnswers::Found ContextAnswers::fact(const std::string& id, const std::string& name) {
    const Value found = context_.fact(id, name);
    if (!found.is_unknown()) return found;
    return Missing{"the fact '" + name + "' of " + id + " is not known yet"};
}

ModelError python_error(const std::string& plugin, const PythonFailure& failure) {
    const auto kind = std::ranges::find(python_kinds, failure.kind, &DiagnosticKind::name);
    std::string reason = failure.message + "\n";
    if (!failure.trace.empty()) reason += failure.trace + "\n";
    Mistake cause{
        .kind = &external_error,
        .words = std::move(reason),
        .place_use = Mistake::PlaceUse::not_appended};
    const DiagnosticKind& own = kind != python_kinds.end() ? **kind : external_error;
    const std::string_view what =
        &own == &explicit_plugin_error ? "PluginException in plugin " : "Exception in plugin ";
    return ModelError(Mistake{
        .kind = &own, .words = std::string(what) + plugin, .causes = {std::move(cause)}});
}

Value value_or_throw(
    const std::string& plugin, PythonHelper::Reply reply, const ContextAnswers& answers
) {
    if (auto* value = std::get_if<Value>(&reply)) return std::move(*value);
    if (std::holds_alternative<PythonWaits>(reply) && answers.unset() != nullptr)
        throw UnsetAttribute{answers.unset()};
    if (const auto* failure = std::get_if<PythonFailure>(&reply))
        throw python_error(plugin, *failure);
    throw python_error(plugin, {.kind = "external", .message = "it returned nothing"});
}

} // namespace vow::inmanta
