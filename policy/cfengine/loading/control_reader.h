#pragma once

#include "policy/cfengine/run/evaluation.h"

#include <string_view>
#include <vector>

namespace vow::cfengine {

/// Evaluates attributes of control bodies under what is known now.
class ControlReader {
public:
    explicit ControlReader(Evaluation& evaluation);

    /// The expression that an attribute of `body TYPE control` has now; null pointer when no body
    /// with a guard that holds promises it. The last one counts.
    const Expression* find(std::string_view type, std::string_view attribute);
    std::vector<std::string> list(const Expression& expression, bool& resolved);
    /// An attribute as a list, and as a text; empty when not promised.
    std::vector<std::string> list(std::string_view type, std::string_view attribute);
    std::string text(std::string_view type, std::string_view attribute);
    bool truth(std::string_view type, std::string_view attribute);

    /// Makes what control bodies say known as variables, $(control_common.version), and what
    /// follows from it: sys.policy_version, and the host's name in the promised domain.
    void define_variables();

    /// What `common` and `agent` control say, with what is not said left at its default.
    Control control();

    Frame& frame() { return frame_; }
    Evaluation& evaluation() { return evaluation_; }

private:
    void define_variable(const Body& body, const BodyClause& clause);
    void define_sys(const std::string& name, const std::string& text);
    bool holds(const Guard& guard);

    Evaluation& evaluation_;
    Bundle bundle_; ///< stands for the place control bodies are evaluated in
    Frame frame_;
};

} // namespace vow::cfengine
