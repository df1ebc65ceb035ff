#pragma once

#include "policy/cfengine/expansion/expander.h"
#include "policy/cfengine/program/surroundings.h"

namespace vow::cfengine {

/// The evaluation around an expander, as functions may read and change it. Not a call: what a
/// function does with its own arguments is a matter of the call site.
class EvaluationAccess : public Surroundings {
public:
    /// Borrows the expander.
    explicit EvaluationAccess(Expander& expander) : expander_(expander) {}

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
    std::string expanded(std::string_view text) override;
    bool wants(LogLevel level) override;
    void log(LogLevel level, std::string_view line) override;
    void log_once(LogLevel level, const std::string& line) override;
    const Manner& manner() override;
    std::string_view bundle() override;
    Origin origin() override;
    std::vector<TaggedName> callers() override;
    /// Nothing without a call.
    std::optional<std::string> mapped(std::size_t, const Bindings&) override { return {}; }

protected:
    Expander& expander() { return expander_; }
    /// The values that a function defines from now on are made of its arguments: they are secret if
    /// those hold a secret.
    void set_holds_secret(bool holds_secret) { holds_secret_ = holds_secret; }

private:
    Expander& expander_;
    bool holds_secret_ = false;
};

/// The name in `@(name)` or `${name}`; the text itself when it is not a reference.
std::string_view bare_name(std::string_view text);

} // namespace vow::cfengine
