#pragma once

#include "policy/cfengine/syntax/ast.h"
#include "policy/source/diagnostic.h"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vow::cfengine {

/// A name as written, ns:name, in its two parts; the first is empty when there is none.
struct QualifiedName {
    std::string_view name_space;
    std::string_view name;
};

QualifiedName qualified_name(std::string_view written);

/// The `inherit_from` of a body; null pointer: it inherits nothing.
const ast::Attribute* inheritance_of(const ast::Body& body);

/// All that the files of a policy define, by name. It borrows the trees.
class Definitions {
public:
    /// Complains about what is defined twice. The first file is the policy's entry: its bundle
    /// `__main__` is the bundle `main`, those of other files are nothing.
    Definitions(std::span<const ast::File> files, Diagnostics& diagnostics);

    /// The body of the type that the name means; without a namespace, one of any. Null: none.
    const ast::Body* body(std::string_view type, std::string_view written) const;
    /// The body that it inherits from. Null: none, or one that is not defined.
    const ast::Body* parent(const ast::Body& body) const;
    /// The bundle that the name means, seen from a namespace; a bundle of any of the types will do.
    const ast::Bundle* bundle(
        const std::vector<std::string_view>& types,
        std::string_view written,
        std::string_view seen_from
    ) const;
    bool is_custom_promise_type(std::string_view name) const {
        return promise_types_.contains(name);
    }

    /// Null: the policy defines no such type.
    const ast::PromiseBlock* promise_block(std::string_view name) const;

    std::vector<std::string_view> body_names(std::string_view type) const;
    std::vector<std::string_view> bundle_names(const std::vector<std::string_view>& types) const;
    std::vector<std::string_view> custom_promise_types() const;

private:
    using Key = std::pair<std::string_view, std::string_view>; ///< type and name

    void add(const ast::Bundle& bundle, std::string_view name, Diagnostics& diagnostics);
    void add(const ast::Body& body, Diagnostics& diagnostics);
    void add(const ast::PromiseBlock& block, Diagnostics& diagnostics);

    std::map<Key, std::vector<const ast::Bundle*>> bundles_;
    std::map<Key, std::vector<const ast::Body*>> bodies_;
    std::map<std::string_view, const ast::PromiseBlock*> promise_types_;
};

} // namespace vow::cfengine
