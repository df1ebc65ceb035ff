#pragma once

#include "policy/cfengine/checking/value_check.h"
#include "policy/run/description_check.h"

#include <unordered_map>

namespace vow::cfengine {

/// Checks bundles: their types, the promise types and guards in them, the promises.
class BundleCheck {
public:
    explicit BundleCheck(CheckContext& checking);

    void bundle(const ast::Bundle& bundle);

private:
    enum class Origin { builtin, custom, unknown };

    /// A promise and its place in the policy.
    struct Site {
        const ast::Bundle& bundle;
        const ast::Section& section;
        const ast::Promise& promise;
        Origin origin;
        const TypeSyntax* built_in; ///< null: the type is not one, or misplaced
    };

    Origin
    origin_of(const ast::Section& section, const ast::Bundle& bundle, const BundleSyntax& type);
    void promise(const Site& site);
    void attribute(const ast::Attribute& attribute, const Site& site);
    void description(const Site& site);
    void handle(const ast::Promise& promise, const ast::Expression& value);

    CheckContext& checking_;
    ValueCheck values_;
    DescriptionCheck descriptions_;
    std::unordered_map<std::string, const ast::Promise*> handles_;
};

} // namespace vow::cfengine
