#pragma once

#include "policy/cfengine/checking/value_check.h"

#include <unordered_map>

namespace vow::cfengine {

/// Checks bundles: their types, the promise types and guards in them, the promises.
class BundleCheck {
public:
    explicit BundleCheck(Checking& checking) : checking_(checking), values_(checking) {}

    void bundle(const ast::Bundle& bundle);

private:
    enum class Origin { builtin, custom, unknown };

    Origin origin_of(const ast::Section& section, const ast::Bundle& bundle);
    void promise(
        const ast::Promise& promise,
        const ast::Section& section,
        const ast::Bundle& bundle,
        Origin origin
    );
    void attribute(
        const ast::Attribute& attribute,
        const ast::Section& section,
        const ast::Bundle& bundle,
        Origin origin
    );
    void handle(const ast::Promise& promise, const ast::Expression& value);

    Checking& checking_;
    ValueCheck values_;
    std::unordered_map<std::string, const ast::Promise*> handles_;
};

} // namespace vow::cfengine
