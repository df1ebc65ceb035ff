#include "policy/cfengine/checking/check.h"

#include "policy/cfengine/checking/block_check.h"
#include "policy/cfengine/vocabulary/literal.h"

namespace vow::cfengine {

namespace {

/// Whether each promise must have a comment. The reference takes `on` for false there.
bool requires_comments(const CheckContext& checking) {
    const ast::Body* const control = checking.definitions.body("common", "control");
    if (control == nullptr) return false;
    for (const auto& [guard, attribute] : control->clauses) {
        const auto word = literal_text(attribute.value);
        if (attribute.name != "require_comments" || guard || !word) continue;
        return word == "true" || word == "yes" || (word == "on" && checking.strict());
    }
    return false;
}

} // namespace

void check(
    std::span<const ast::File> files, const CheckOptions& options, Diagnostics& diagnostics
) {
    const Definitions definitions(files, diagnostics);
    CheckContext checking{definitions, options, diagnostics};
    checking.requires_comments = requires_comments(checking);
    BundleCheck bundles(checking);
    BodyCheck bodies(checking);
    const auto enter = [&](const ast::File& file) {
        checking.was_checked_alone = &file < files.data() + options.checked_alone;
    };
    // Bundles first: the checks of a body depend on whether a promise uses it.
    for (const ast::File& file : files) {
        enter(file);
        for (const ast::Bundle& bundle : file.bundles)
            bundles.bundle(bundle);
    }
    for (const ast::File& file : files) {
        enter(file);
        for (const ast::Body& body : file.bodies)
            bodies.body(body);
        for (const ast::PromiseBlock& block : file.promise_blocks)
            bodies.promise_block(block);
    }
}

} // namespace vow::cfengine
