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
        {"group", &made<Group>, {Holder::plan}, top, {"steps"}},
        {"component",
         &made<Component>,
         {Holder::plan},
         top,
         {"steps", "component", "new_ver", "old_vers"}},
        {"action",
         &made<Action>,
         chains,
         inside,
         {"plugin", "action", "arguments", "exec", "selector"}},
        {"delay", &made<Delay>, chains, inside, {"duration"}},
        {"manual-gate", &made<Gate>, chains, inside, {"message"}},
        {"instance-loop",
         &made<Loop>,
         {Holder::component},
         "in the steps of a component",
         {"steps", "target_num", "start_index", "selector"}},
    };
    return rows;
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
