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
    enum class Keeper { language, module }; ///< modules have descriptions

    /// A promise and its place in the policy.
    struct Site {
        const ast::Bundle& bundle;
        const ast::Section& section;
        const ast::Promise& promise;
        Origin origin;
        Keeper keeper;
        const TypeSyntax* built_in; ///< null: the type is not one, or misplaced
    };

    Origin
    origin_of(const ast::Section& section, const ast::Bundle& bundle, const BundleSyntax& type);
    void promise(const Site& site);
    void promise_alone(const ast::Section& section, const ast::Promise& promise);
    void attribute(const ast::Attribute& attribute, const Site& site);
    void description(const Site& site);
    void handle(const ast::Promise& promise, const ast::Expression& value);

    CheckContext& checking_;
    ValueCheck values_;
    DescriptionCheck descriptions_;
    std::unordered_map<std::string, const ast::Promise*> handles_;
};

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
