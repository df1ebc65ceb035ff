#include "policy/skopos/plan/step_classes.h"

#include <algorithm>

namespace vow::skopos {
namespace {

template <class What>
decltype(Step::what) made() {
    return What{};
}

} // namespace

const std::vector<ClassRow>& step_classes() {
    constexpr std::string_view top = "at the top of the plan";
    constexpr std::string_view inside = "inside a group, component or loop";
    const std::vector<Holder> chains = {Holder::group, Holder::component, Holder::loop};
    static const std::vector<ClassRow> rows = {
        {"group",
         &made<Group>,
         {Holder::plan},
         top,
         {"steps"},
         "steps that pass or fail together",
         "- id: release\n  class: group\n  steps:\n    - {id: build, class: action, exec: \"echo "
         "built\"}"},
        {"component",
         &made<Component>,
         {Holder::plan},
         top,
         {"steps", "component", "new_ver", "old_vers"},
         "the steps of a part of the application, and its versions",
         "- id: web\n  class: component\n  new_ver: \"2\"\n  steps:\n    - {id: build, class: "
         "action, exec: \"echo built\"}"},
        {"action",
         &made<Action>,
         chains,
         inside,
         {"plugin", "action", "arguments", "exec", "selector"},
         "runs a script, or calls a plug-in or a promise module",
         "- id: release\n  class: group\n  steps:\n    - id: motd\n      class: action\n      "
         "plugin: files\n      action: promise\n      arguments: {promiser: /etc/motd, content: "
         "Welcome}"},
        {"delay",
         &made<Delay>,
         chains,
         inside,
         {"duration"},
         "waits for some seconds",
         "- id: release\n  class: group\n  steps:\n    - {id: settle, class: delay, duration: 30}"},
        {"manual-gate",
         &made<Gate>,
         chains,
         inside,
         {"message"},
         "waits until someone approves",
         "- id: release\n  class: group\n  steps:\n    - {id: agreed, class: manual-gate, message: "
         "\"Release now?\"}"},
        {"instance-loop",
         &made<Loop>,
         {Holder::component},
         "in the steps of a component",
         {"steps", "target_num", "start_index", "selector"},
         "runs its steps for each instance of a component",
         "- id: web\n  class: component\n  steps:\n    - id: create\n      class: instance-loop\n  "
         "    target_num: 2\n      steps:\n        - {id: show, class: action, exec: \"echo "
         "{{.index}}\"}"},
    };
    return rows;
}

std::span<const std::string_view> common_attributes() {
    static constexpr std::string_view names[] = {
        "id", "label", "class", "on_pass", "on_fail", "cleanup"};
    return names;
}

const ClassRow* class_named(std::string_view name) {
    const auto found = std::ranges::find(step_classes(), name, &ClassRow::name);
    return found == step_classes().end() ? nullptr : &*found;
}

std::string_view Step::class_name() const {
    const auto index = what.index();
    const auto found = std::ranges::find_if(step_classes(), [index](const ClassRow& row) {
        return row.make().index() == index;
    });
    return found->name;
}

} // namespace vow::skopos
