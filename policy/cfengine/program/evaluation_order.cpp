#include "policy/cfengine/program/evaluation_order.h"

#include "policy/cfengine/program/program.h"
#include "protocol/text/named_value.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace vow::cfengine {
namespace {

constexpr NamedValue<EvaluationOrder> orders[] = {
    {"classic", EvaluationOrder::classic},
    {"top_down", EvaluationOrder::top_down},
};

/// A promise that was taken out of its section.
struct Taken {
    PromiseStatement promise;
    std::string type;
    PromiseKind kind;
};

std::vector<Taken> take_promises(Bundle& bundle) {
    std::vector<Taken> taken;
    for (Section& section : bundle.sections) {
        for (PromiseStatement& promise : section.promises)
            taken.push_back({std::move(promise), section.type, section.kind});
    }
    std::ranges::sort(taken, {}, [](const Taken& each) { return each.promise.number; });
    return taken;
}

/// A section for each run of promises of one type.
void arrange_top_down(Bundle& bundle) {
    std::vector<Taken> taken = take_promises(bundle);
    bundle.sections.clear();
    for (Taken& each : taken) {
        if (bundle.sections.empty() || bundle.sections.back().type != each.type)
            bundle.sections.push_back({.type = each.type, .kind = each.kind, .promises = {}});
        bundle.sections.back().promises.push_back(std::move(each.promise));
    }
}

} // namespace

std::optional<EvaluationOrder> evaluation_order_from(std::string_view word) {
    return find_value<EvaluationOrder>(orders, word);
}

void arrange_promises(Program& program, EvaluationOrder of_run) {
    for (Bundle& bundle : program.bundles) {
        if (bundle.type != "agent" && bundle.type != "common") continue;
        if (!bundle.order) bundle.order = of_run;
        if (bundle.order == EvaluationOrder::top_down) arrange_top_down(bundle);
    }
}

} // namespace vow::cfengine
