#pragma once

#include "policy/cfengine/evaluation/evaluation.h"

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

    /// What `common` and `agent` control say, with what is not said left at its default.
    Control control();

    Frame& frame() { return frame_; }
    Evaluation& evaluation() { return evaluation_; }

private:
    Evaluation& evaluation_;
    Bundle bundle_; ///< stands for the place control bodies are evaluated in
    Frame frame_;
};

} // namespace vow::cfengine
