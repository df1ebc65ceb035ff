#pragma once

#include "policy/inmanta/evaluation/evaluator.h"
#include "policy/inmanta/types/plugin.h"

#include <map>
#include <string>

namespace vow::inmanta {

/// Compiles a model: all of its instances with all of their attributes.
class Compilation {
public:
    /// A model that makes ever more instances is ended.
    static constexpr std::size_t usual_max_instances = 2'000'000;

    /// Borrows all of them.
    Compilation(
        Model& model,
        const Plugins& plugins,
        PluginContext& context,
        Diagnostics& diagnostics,
        std::size_t max_instances = usual_max_instances
    )
        : model_(model),
          plugins_(plugins),
          diagnostics_(diagnostics),
          scheduler_(context.stop()),
          check_(plugins, context),
          evaluator_(scheduler_, check_, plugins, context, max_instances) {}

    /// Throws ModelError; warnings go to the diagnostics.
    void run();
    std::deque<Instance>& instances() { return evaluator_.instances(); }
    /// The number of instances of each entity that has some, those of its subtypes included.
    std::map<std::string, std::int64_t> instance_counts();

private:
    void check_defaults();
    void open_scopes();
    void execute_all();
    void evaluate_annotations(Namespace& space);
    void finish();

    Model& model_;
    const Plugins& plugins_;
    Diagnostics& diagnostics_;
    CellScheduler scheduler_;
    ValueCheck check_;
    Evaluator evaluator_;
};

} // namespace vow::inmanta
