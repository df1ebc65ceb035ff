#pragma once

#include "policy/cfengine/checking/lint_facts.h"
#include "policy/cfengine/checking/name_patterns.h"
#include "policy/cfengine/syntax/ast.h"
#include "policy/source/diagnostic.h"

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace vow::cfengine {

/// A promise and its place in the policy. Borrows the trees.
struct PromiseSite {
    const ast::File& file;
    const ast::Bundle& bundle;
    const ast::Section& section;
    const ast::Promise& promise;
};

/// The attribute of that name; null if the promise does not have it.
const ast::Attribute* find_attribute(const ast::Promise& promise, std::string_view name);

/// The promises of all files, in written order.
std::vector<PromiseSite> sites_of(std::span<const ast::File> files);

/// The classes and handles that a policy may define, and every word that it may use as a name. One
/// pass over the trees; whatever is put together when the policy runs counts as a pattern.
class PolicyNames {
public:
    PolicyNames(
        std::span<const ast::File> files,
        const std::vector<PromiseSite>& sites,
        const LintFacts& facts
    );

    const NamePatterns& classes() const { return classes_; }
    const NamePatterns& handles() const { return handles_; }
    /// The bundles that the policy may call by a name that is put together.
    const NamePatterns& calls() const { return calls_; }
    /// True if a text of the policy has the word: as the name of a variable, bundle or body, in a
    /// list, a regular expression or an argument. Names that are put together count, too.
    bool is_mentioned(std::string_view name) const { return words_.may_be(name); }
    /// True if a template or a function may read any variable.
    bool reads_any_variable() const { return reads_any_variable_; }

private:
    void add(const PromiseSite& site);
    void add_body(const ast::Body& body);
    void add_type(std::string_view type);
    void add_value(const ast::Expression& value);
    void add_call(const ast::Call& call);
    void add_text(std::string_view text);
    void add_words(std::string_view text);
    void add_references(std::string_view text);
    void add_options(std::string_view text);
    void add_classes(const ast::Expression& value);
    void add_class_of_body(std::string_view item, const ast::Body& body);

    const LintFacts& facts_;
    NamePatterns classes_;
    NamePatterns handles_;
    NamePatterns calls_;
    NamePatterns words_;
    std::unordered_set<std::string_view> types_; ///< of promises, seen so far
    /// The calls in attributes, of bodies as well, by name.
    std::unordered_map<std::string_view, std::vector<const ast::Call*>> uses_;
    std::unordered_set<std::string_view> parents_; ///< bodies that others inherit from
    bool reads_any_variable_ = false;
};

} // namespace vow::cfengine
