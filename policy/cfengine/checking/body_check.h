#pragma once

#include "policy/cfengine/checking/value_check.h"

#include <unordered_map>

namespace vow::cfengine {

/// Checks bodies and promise blocks.
class BodyCheck {
public:
    explicit BodyCheck(CheckContext& checking) : checking_(checking), values_(checking) {}

    void body(const ast::Body& body);
    void promise_block(const ast::PromiseBlock& block);

private:
    void clause(const ast::BodyClause& clause, const ast::Body& body, const TypeSyntax* type);
    void guard(const std::shared_ptr<const ast::Guard>& guard);
    void warn_if_misspelled(const ast::Body& body);
    void inheritance(const ast::Body& body);
    /// False if its chain of parents is circular.
    bool has_last_parent(const ast::Body& body);
    void interpreter(const ast::Attribute& attribute);
    std::string hint_for_interpreter(std::string_view name) const;
    void module_file(const ast::Attribute& path);

    CheckContext& checking_;
    ValueCheck values_;
    std::unordered_map<const ast::Body*, bool> has_last_parent_ = {}; ///< of those looked at
};

} // namespace vow::cfengine
