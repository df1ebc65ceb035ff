#include "policy/cfengine/checking/lint.h"

#include "policy/cfengine/checking/policy_names.h"

namespace vow::cfengine {

void lint(std::span<const ast::File> files, const LintFacts& facts, Diagnostics& diagnostics) {
    const std::vector<PromiseSite> all = sites_of(files);
    const std::vector<PromiseSite> read = sites_of(files.first(facts.read));
    const PolicyNames names(files, all, facts);
    check_classes(read, files.first(facts.read), names, facts, diagnostics);
    check_dependencies(read, diagnostics);
    check_effects(read, files.first(facts.read), diagnostics);
    check_conflicts(read, facts, diagnostics);
    check_uses(read, files.first(facts.read), names, facts, diagnostics);
}

} // namespace vow::cfengine
