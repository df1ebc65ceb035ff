#pragma once

#include "policy/cfengine/program/class_guard.h"
#include "policy/cfengine/program/evaluation_order.h"
#include "policy/cfengine/program/function.h"
#include "policy/cfengine/program/text.h"
#include "policy/source/boxed.h"
#include "policy/source/names.h"
#include "policy/source/source_text.h"
#include "protocol/promise/promise.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

/// A policy compiled for evaluation: texts split, guards compiled, calls bound to functions, names
/// interned. Immutable while the policy runs.
namespace vow::cfengine {

struct AttributeSyntax;
struct TypeSyntax;
struct Expression;

/// A bare word as a value: the name of a list or container passed to a function.
struct Word {
    SharedText name;
};

struct FunctionCall {
    const Function* function; ///< never null
    std::vector<Expression> arguments;
    std::string type_error = {}; ///< why it cannot be called; usually empty
};

struct ListOf {
    std::vector<Expression> items;
};

/// The elements of a list variable that are texts without references, as usual: its value, ready.
struct LiteralList {
    List elements;
};

/// A body by name: `perms => m("600")`. Looked up by type and qualified name.
struct BodyUse {
    std::string key; ///< definition_key(), as in Program::bodies
    std::vector<Expression> arguments;
};

/// A bundle by name: `usebundle => setup("a", @(list))`. The name may hold references.
struct BundleUse {
    Text name;
    std::vector<Expression> arguments;
};

struct Expression {
    std::variant<
        Text,
        Word,
        Boxed<FunctionCall>,
        ListOf,
        LiteralList,
        Boxed<BodyUse>,
        Boxed<BundleUse>>
        node;
    Span span = {};
};

/// Whether nothing but variables decides its value: it calls no function, which may find another
/// value although nothing that the run knows of has changed, and names no body, which may call one.
bool is_plain(const Expression& expression);

/// The attributes that a promise of any type may have.
enum class CommonAttribute : std::uint8_t {
    handle,
    if_,
    ifvarclass,
    unless,
    depends_on,
    with,
    comment,
    classes,
    action,
    meta
};
std::string_view text_of(CommonAttribute attribute);

struct AttributeStatement {
    std::string_view name; ///< in the policy, or in the tables of the language
    Expression value;
    const AttributeSyntax* syntax = nullptr; ///< of a built-in promise type; null: of no such type
    std::optional<CommonAttribute> common = {}; ///< the name, if it is one; set by the list
    bool is_for_agent = false;                  ///< not sent to modules
};

/// An attribute of a promise. `type` is null for a promise of a custom type.
AttributeStatement
promise_attribute(std::string_view name, Expression value, const TypeSyntax* type);

/// The attributes of a promise, as written. Common ones are found without comparing names.
class AttributeList {
public:
    AttributeList() = default;
    explicit AttributeList(std::vector<AttributeStatement> items);

    void add(AttributeStatement attribute);

    /// Null if the attribute is not promised; the last one if it is promised more than once.
    const Expression* find(std::string_view name) const;
    const Expression* find(CommonAttribute name) const;

    auto begin() const { return items_.begin(); }
    auto end() const { return items_.end(); }

private:
    void note_name(AttributeStatement& item);

    std::vector<AttributeStatement> items_;
    std::uint32_t has_ = 0; ///< a bit for each common attribute
};

/// A guard: compiled when the policy is loaded or, with references, each time it is evaluated.
struct Guard {
    ClassGuard compiled = {};
    std::optional<Text> dynamic = {};
    std::string text = {}; ///< for messages; empty without a guard

    bool is_any() const { return !dynamic && compiled.is_any(); }
};

struct PromiseStatement {
    Text promiser;
    Boxed<Guard> guard;
    AttributeList attributes;
    Span span; ///< of the promiser
    /// Every reference that can make the promise iterate, in the order of its loops.
    std::vector<const Reference*> references;
    std::size_t number; ///< unique in the program, counted from 0

    /// The attribute's value; null if the promise does not have it.
    const Expression* find(std::string_view name) const { return attributes.find(name); }
    const Expression* find(CommonAttribute name) const { return attributes.find(name); }
    /// Whether `holds(name, value)` is true for each condition that counts: all of `if` and
    /// `ifvarclass`, and the last `unless`. The first that is false ends it.
    template <class Holds>
    bool all_conditions(Holds holds) const {
        using enum CommonAttribute;
        for (const CommonAttribute name : {if_, ifvarclass}) {
            if (find(name) == nullptr) continue;
            for (const AttributeStatement& attribute : attributes)
                if (attribute.common == name && !holds(name, attribute.value)) return false;
        }
        const Expression* last = find(unless);
        return last == nullptr || holds(unless, *last);
    }
    /// "promise_FILE_cf_LINE", the handle of a promise without one.
    std::string default_handle() const;
};

/// How promises of a type are evaluated.
enum class PromiseKind {
    variable,
    meta,
    default_value,
    class_,
    method,
    service,
    report,
    edit, ///< in an edit_line or edit_xml bundle
    files,
    commands,
    packages,
    processes,
    other_built_in, ///< kept by a bundled module, like files and commands
    custom          ///< kept by the module of a `promise agent` block
};
PromiseKind kind_of(std::string_view promise_type);

/// All promises of one type in a bundle, in written order. In a bundle that is evaluated top down,
/// those that follow each other.
struct Section {
    std::string type;
    PromiseKind kind;
    std::vector<PromiseStatement> promises;
};

struct Bundle {
    std::string type; ///< agent, common, edit_line, ...
    std::string name;
    std::string name_space;
    Symbol qualified; ///< "ns:name"
    std::vector<Symbol> parameters;
    std::vector<Section> sections; ///< in the order of evaluation, custom types last
    Span span;
    std::optional<EvaluationOrder> order = {}; ///< nullopt: that of the run
};

struct BodyClause {
    Guard guard;
    AttributeStatement attribute;
};

struct Body {
    std::string type;
    std::string name;
    std::string name_space;
    std::vector<Symbol> parameters;
    std::optional<BodyUse> parent; ///< inherit_from
    std::vector<BodyClause> clauses;
    Span span;
};

/// promise agent NAME { ... }: a custom promise type, its attributes not yet evaluated.
struct CustomType {
    std::string name;
    std::vector<BodyClause> clauses;
    std::string folder; ///< of its policy file; relative paths start there
    std::string name_space;
    Span span;
};

/// "TYPE ns:NAME", the key of a bundle or body. A name without a namespace belongs to `name_space`.
std::string
definition_key(std::string_view type, std::string_view name, std::string_view name_space);

struct Program {
    Names names = {};
    std::deque<Bundle> bundles = {}; ///< in the order of loading
    std::unordered_map<std::string, const Bundle*> bundles_by_name = {}; ///< by definition_key()
    std::unordered_map<std::string, Body> bodies = {};                   ///< by definition_key()
    std::vector<const Body*> controls = {}; ///< control bodies in the order of loading
    std::map<std::string, CustomType, std::less<>> custom_types = {};
    std::size_t promises = 0;      ///< the number of promise statements
    bool has_dependencies = false; ///< some promise has `depends_on`

    /// Null if it is not defined. A name without a namespace belongs to `name_space`.
    const Bundle*
    find_bundle(std::string_view type, std::string_view name, std::string_view name_space) const;
    const Body* find_body(const std::string& key) const;
};

} // namespace vow::cfengine
