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

/// The two parts of a name as written, ns:name; the first is empty without a namespace.
struct QualifiedName {
    std::string_view name_space;
    std::string_view name;
};

QualifiedName qualified_name(std::string_view written);

/// The `inherit_from` of a body; null if it has none.
const ast::Attribute* inheritance_of(const ast::Body& body);

/// All definitions in the files of a policy, by name. Borrows the trees.
class Definitions {
public:
    /// Reports duplicate definitions. The first file is the policy's entry: its bundle `__main__`
    /// becomes `main`; `__main__` of other files is ignored.
    Definitions(std::span<const ast::File> files, Diagnostics& diagnostics);

    /// The body of that type and name; without a namespace, the first of any namespace. Null if
    /// it is not defined.
    const ast::Body* body(std::string_view type, std::string_view written) const;
    /// The body it inherits from; null if it has none or an undefined one.
    const ast::Body* parent(const ast::Body& child) const;
    /// The bundle of that name, seen from a namespace, of any of the types; null if it is not
    /// defined.
    const ast::Bundle* bundle(
        const std::vector<std::string_view>& types,
        std::string_view written,
        std::string_view seen_from
    ) const;
    bool is_custom_promise_type(std::string_view name) const {
        return promise_types_.contains(name);
    }

    /// Null if the policy does not define the type.
    const ast::PromiseBlock* promise_block(std::string_view name) const;

    std::vector<std::string_view> body_names(std::string_view type) const;
    /// The types of the bodies of that name.
    std::vector<std::string_view> types_of_body(std::string_view written) const;
    /// As they are written in a namespace: with theirs, unless that is the same.
    std::vector<std::string>
    bundle_names(const std::vector<std::string_view>& types, std::string_view seen_from) const;
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
