#pragma once

#include "policy/skopos/plan/attribute_reader.h"
#include "policy/skopos/plan/step_classes.h"

#include <functional>
#include <map>

namespace vow::skopos {

/// Reads the program of an action: a script, or a call of a plugin. Adds a diagnostic for each
/// mistake. Borrows all.
class ActionReader {
public:
    ActionReader(
        const AttributeReader& attributes, const SourceText& source, Diagnostics& diagnostics
    )
        : attributes_(attributes),
          source_(source),
          diagnostics_(diagnostics) {}

    Action read();

private:
    void report_two_actions();
    void read_call();
    void read_arguments(PluginCall& call);
    void read_script();

    const AttributeReader& attributes_;
    const SourceText& source_;
    Diagnostics& diagnostics_;
    Action action_;
};

/// The flow of attribute `name`, on_pass or on_fail: `label, flag, ...`. A label that names a step
/// is resolved later (link_steps()). Adds a diagnostic for an empty label and an unknown flag.
Flow read_flow(const AttributeReader& attributes, std::string_view name, Diagnostics& diagnostics);

/// Reads steps, and numbers the actions, delays and gates. Adds a diagnostic for each mistake in a
/// step by itself; labels are resolved later (link_steps()).
class StepReader {
public:
    /// Borrows all. Calls `at_step` for each step.
    StepReader(
        const SourceText& source, Diagnostics& diagnostics, const std::function<void()>& at_step
    )
        : source_(source),
          diagnostics_(diagnostics),
          at_step_(at_step) {}

    /// `list` is a list of steps.
    Chain read_chain(const YamlNode& list, Holder holder);

private:
    void read_step(const YamlNode& node, Holder holder, Chain& chain);
    void read_id(const AttributeReader& attributes, Step& step);
    void read_class(const AttributeReader& attributes, Step& step, Holder holder);
    void read_cleanup(const AttributeReader& attributes, Step& step, Holder holder);
    void read_details(const AttributeReader& attributes, Step& step);
    void read_holder(const AttributeReader& attributes, Step& step, Holder inside);
    void read_loop(const AttributeReader& attributes, Loop& loop);

    const SourceText& source_;
    Diagnostics& diagnostics_;
    const std::function<void()>& at_step_;
    std::map<std::string, Span, std::less<>> ids_; ///< of the plan so far
    std::size_t leaves_ = 0;
};

/// Adds a warning for each attribute that has no effect in its mapping.
void warn_of_unknown_attributes(
    const YamlNode& map,
    const std::string& owner,
    const std::vector<std::string_view>& known,
    const SourceText& source,
    Diagnostics& diagnostics
);

} // namespace vow::skopos
