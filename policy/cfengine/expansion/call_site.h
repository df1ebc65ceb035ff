#pragma once

#include "policy/cfengine/expansion/expander.h"
#include "policy/cfengine/program/surroundings.h"

namespace vow::cfengine {

/// Where a function is called: evaluates the arguments, asks the function, and answers what it
/// wants to know of the evaluation.
class CallSite : public Surroundings {
public:
    explicit CallSite(Expander& expander) : expander_(expander) {}

    Evaluated answer(const FunctionCall& call);

    World& world() override;
    Regexes& regexes() override;
    std::optional<Value> variable(std::string_view name) override;
    std::optional<Data> array(std::string_view name) override;
    void define(std::string_view name, Value value, Tags tags) override;
    std::optional<bool> holds(std::string_view class_expression) override;
    void define_class(std::string_view name, Tags tags) override;
    bool remove_class(std::string_view name) override;
    std::optional<Tags> variable_tags(std::string_view name) override;
    std::optional<Tags> class_tags(std::string_view name) override;
    std::vector<Named> classes() override;
    std::vector<Named> variables() override;
    std::vector<Named> bundles() override;
    std::optional<std::string> mapped(std::size_t index, const Bindings& bindings) override;
    std::string expanded(std::string_view text) override;
    void log_once(LogLevel level, std::string line) override;
    std::string_view bundle() override;
    Origin origin() override;
    std::vector<Named> callers() override;

private:
    /// None: not to be called yet, something in it is unresolved.
    std::optional<std::vector<Value>> arguments(const FunctionCall& call);
    Result cached(const FunctionCall& call, std::vector<Value> arguments);

    Expander& expander_;
    const FunctionCall* call_ = nullptr;
};

} // namespace vow::cfengine
