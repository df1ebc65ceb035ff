#pragma once

#include "policy/cfengine/expansion/expander.h"
#include "policy/cfengine/program/surroundings.h"

namespace vow::cfengine {

/// The place of a function call: evaluates the arguments, calls the function, and gives it access
/// to the evaluation.
class CallSite : public Surroundings {
public:
    /// Gives access to the evaluation only.
    explicit CallSite(Expander& expander) : expander_(expander) {}
    CallSite(Expander& expander, const FunctionCall& call) : expander_(expander), call_(&call) {}

    /// The value of the call, which the constructor must have received.
    Evaluation answer();

    World& settled_world() override;
    std::chrono::system_clock::time_point started() override { return expander_.run().started; }
    const Stop& stop() const override { return expander_.run().world.stop; }
    RegexCache& regexes() override;
    ListIndex& lists() override;
    ParsedTexts& parsed_texts() override;
    std::optional<Value> variable(std::string_view name) override;
    std::optional<Data> array(std::string_view name) override;
    void keep_secret(const Data& value) override;
    void define(std::string_view name, Value value, Tags tags) override;
    void sort_members(std::string_view name) override;
    std::optional<bool> holds(std::string_view class_expression) override;
    void define_class(std::string_view name, Tags tags) override;
    bool remove_class(std::string_view name) override;
    std::optional<Tags> variable_tags(std::string_view name) override;
    std::optional<Tags> class_tags(std::string_view name) override;
    std::vector<std::vector<TaggedName>> classes() override;
    std::vector<TaggedName> variables() override;
    std::vector<TaggedName> bundles() override;
    std::optional<std::string> mapped(std::size_t index, const Bindings& bindings) override;
    std::string expanded(std::string_view text) override;
    bool wants(LogLevel level) override;
    void log(LogLevel level, std::string_view line) override;
    void log_once(LogLevel level, const std::string& line) override;
    const Manner& manner() override;
    std::string_view bundle() override;
    Origin origin() override;
    std::vector<TaggedName> callers() override;

private:
    /// nullopt while an argument has unresolved parts; the function is then not called.
    std::optional<std::vector<Value>> arguments();
    Result call_function(std::vector<Value> arguments);
    Result result_of(Call& call);

    Expander& expander_;
    const FunctionCall* call_ = nullptr; ///< null: access only
    bool takes_secret_ = false;          ///< an argument of the running call holds one
};

} // namespace vow::cfengine
