#pragma once

#include "policy/skopos/plan/text_template.h"
#include "policy/source/source_text.h"
#include "protocol/data/yaml.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vow::skopos {

struct Step;
/// Steps that run one after the other, as far as their flow does not lead elsewhere.
using Chain = std::vector<Step>;

/// Where a chain goes on after a step, and the flags of that exit.
struct Flow {
    enum class Label { next, pass, fail, step };

    Label label = Label::next;
    std::size_t target = 0;    ///< of Label::step: its position in the chain
    std::string word = "next"; ///< the label as written
    bool pauses = false;
    bool warns = false;
    bool informs = false;
    bool is_written = false;
    Span span = {}; ///< of the text, if it is written
};

/// The instances of a component that a loop counts or an action addresses.
enum class Selector { old_ones, new_ones, target };

struct Script {
    std::vector<TextTemplate> words; ///< at least one
    Span span;
};

struct PluginCall {
    std::string plugin, action;
    Span plugin_span, action_span;
    YamlNode arguments = {.kind = YamlNode::Kind::map}; ///< without the selector
};

struct Action {
    std::variant<Script, PluginCall> program;
    std::optional<Selector> selector = {};
};
struct Delay {
    double seconds = 1;
};
struct Gate {
    std::string message = {};
};
struct Loop {
    std::optional<std::int64_t> count = {}; ///< target_num
    std::int64_t begin = 0;                 ///< start_index
    Selector selector = Selector::target;
};
struct Group {};
struct Component {
    std::string name; ///< in the model
};

struct Step {
    std::string id;
    std::string label;
    Span span; ///< of the id
    Flow on_pass = {};
    Flow on_fail = {};
    bool is_cleanup = false;
    bool is_left_out = false; ///< a part of the plan runs without it
    std::variant<Group, Component, Loop, Action, Delay, Gate> what = {};
    Chain steps = {};       ///< of a group, component or loop
    std::size_t number = 0; ///< of an action, delay or gate: its position among those of the plan

    /// True if it holds other steps.
    bool is_holder() const { return what.index() <= 2; }
    template <class What>
    const What* as() const {
        return std::get_if<What>(&what);
    }
    /// "manual-gate": the class as plans write it.
    std::string_view class_name() const;
};

struct Plan {
    Chain steps = {};
    std::size_t leaves = 0; ///< actions, delays and gates that are not left out
};

/// The position of the first step of a chain that is not left out; 0 without one.
std::size_t first_step(const Chain& chain);

/// Calls `visit(step, holders)` for each step of a plan in written order; `holders` are the steps
/// that hold it, outermost first.
template <class Visit>
void for_each_step(const Chain& chain, std::vector<const Step*>& holders, const Visit& visit) {
    for (const Step& step : chain) {
        visit(step, holders);
        holders.push_back(&step);
        for_each_step(step.steps, holders, visit);
        holders.pop_back();
    }
}
template <class Visit>
void for_each_step(const Plan& plan, const Visit& visit) {
    std::vector<const Step*> holders;
    for_each_step(plan.steps, holders, visit);
}

} // namespace vow::skopos
