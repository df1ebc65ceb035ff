#pragma once

#include "policy/cfengine/run/run_state.h"

#include <string_view>
#include <vector>

namespace vow::cfengine {

/// Evaluates attributes of control bodies in the current state of the evaluation.
class ControlReader {
public:
    explicit ControlReader(RunState& run);

    /// The current expression of an attribute of `body TYPE control`: the last one whose guard
    /// holds. Null if no clause applies.
    const Expression* find(std::string_view type, std::string_view attribute);
    std::vector<std::string> list(const Expression& expression, bool& resolved);
    /// An attribute as a list or as a text; empty if it is in no body.
    std::vector<std::string> list(std::string_view type, std::string_view attribute);
    std::string text(std::string_view type, std::string_view attribute);
    bool truth(std::string_view type, std::string_view attribute);

    /// Defines the attributes of control bodies as variables, $(control_common.version), and the
    /// variables derived from them: sys.policy_version, and the host's name in the given domain.
    void define_variables();

    /// Defines the classes of `addclasses`.
    void define_added_classes();

    /// Sets the variables of `environment` for all that the run starts.
    void set_environment();

    /// The settings of `common` and `agent` control; missing ones have their defaults.
    Control control(const Manner& manner);

    Frame& frame() { return frame_; }
    RunState& run() { return run_; }

private:
    void define_variable(const Body& body, const BodyClause& clause);
    std::vector<std::string> shown_items(const ListOf& items);
    void define_sys(const std::string& name, const std::string& text);
    bool holds(const Guard& guard);
    EvaluationOrder order_of_promises();
    LogLevel log_level();
    FileDefaults file_defaults();

    RunState& run_;
    Bundle bundle_; ///< a placeholder in which control bodies are evaluated
    Frame frame_;
};

} // namespace vow::cfengine
