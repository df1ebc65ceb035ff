#include "policy/cfengine/checking/check.h"

#include "policy/cfengine/checking/body_check.h"
#include "policy/cfengine/checking/bundle_check.h"

namespace vow::cfengine {

void check(
    std::span<const ast::File> files, const CheckOptions& options, Diagnostics& diagnostics
) {
    const Definitions definitions(files, diagnostics);
    CheckContext checking{definitions, options, diagnostics};
    BundleCheck bundles(checking);
    BodyCheck bodies(checking);
    // Bundles first: the checks of a body depend on whether a promise uses it.
    for (const ast::File& file : files) {
        for (const ast::Bundle& bundle : file.bundles)
            bundles.bundle(bundle);
    }
    for (const ast::File& file : files) {
        for (const ast::Body& body : file.bodies)
            bodies.body(body);
        for (const ast::PromiseBlock& block : file.promise_blocks)
            bodies.promise_block(block);
    }
}

} // namespace vow::cfengine
