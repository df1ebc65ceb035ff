#pragma once

#include "policy/cfengine/checking/value_check.h"

#include <set>

namespace vow::cfengine {

/// Checks bodies and promise blocks.
class BodyCheck {
public:
    explicit BodyCheck(CheckContext& checking) : checking_(checking), values_(checking) {}

    void body(const ast::Body& body);
    void promise_block(const ast::PromiseBlock& block);

private:
    void clause(const ast::BodyClause& clause, const ast::Body& body, const TypeSyntax* type);
    void guard(const std::optional<ast::Guard>& guard);
    void warn_if_misspelled(const ast::Body& body);
    void inheritance(const ast::Body& body);
    void module_file(const ast::Attribute& path);

    CheckContext& checking_;
    ValueCheck values_;
};

} // namespace vow::cfengine
