#pragma once

#include "policy/source/boxed.h"
#include "policy/source/source_text.h"

#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

/// The syntax tree of one policy file, as written: nothing is resolved, expanded or checked.
/// Views and spans point into the file's SourceText, which outlives the tree.
namespace vow::cfengine::ast {

struct Expression;

/// "text", 'text' or `text`: without quotes, escapes replaced, references as written.
struct Quoted {
    std::string_view text;
};

/// A bare word: the name of a body, bundle, list or class; `name`, `ns:name`, `bundle.name`.
struct Identifier {
    std::string_view name;
};

/// $(name), ${name}, @(name) or @{name} outside quotes, as written.
struct NakedReference {
    std::string_view text;
};

/// A function call, or a body or bundle with arguments, depending on the attribute.
struct Call {
    std::string_view name;
    Span name_span;
    std::vector<Expression> arguments;
    Span empty_argument = {}; ///< a comma before the first one, without effect; or no source
};

struct List {
    std::vector<Expression> items;
};

struct Expression {
    Span span;
    std::variant<Quoted, Identifier, NakedReference, Boxed<Call>, Boxed<List>> node;
};

struct Attribute {
    std::string_view name;
    Span span; ///< of the name
    Expression value;
};

/// The text before `::`, without quotes. Blank means `any`.
struct Guard {
    std::string_view text;
    Span span;
};

struct Promise {
    std::string_view promiser;
    Span span;                                       ///< of the promiser
    std::shared_ptr<const Guard> guard = {};         ///< shared with those that follow it; or null
    std::shared_ptr<const Expression> promisee = {}; ///< or null
    std::vector<Attribute> attributes = {};
};

/// The promises under one `type:` heading, in written order.
struct Section {
    std::string_view type;
    Span span; ///< of the type's name
    std::list<Promise> promises = {};
};

struct Parameter {
    std::string_view name;
    Span span;
};

struct Bundle {
    std::string_view type;       ///< agent, common, edit_line, ...
    std::string_view name;       ///< without namespace
    std::string_view name_space; ///< "default" unless `body file control` set another before it
    Span span;                   ///< of the name
    std::vector<Parameter> parameters = {};
    std::vector<Section> sections = {};
    std::string_view evaluation_order = {}; ///< empty unless `body file control` set it before
};

/// One attribute of a body with its guard.
struct BodyClause {
    std::shared_ptr<const Guard> guard; ///< shared with those that follow it; or null
    Attribute attribute;
};

/// body TYPE NAME(PARAMETERS) { ... }; for `body agent control` the type is "agent".
struct Body {
    std::string_view type;
    std::string_view name;
    std::string_view name_space;
    Span span; ///< of the name
    std::vector<Parameter> parameters = {};
    std::vector<BodyClause> clauses = {};

    bool is_control() const { return name == "control"; }
};

/// promise agent NAME { path => ...; interpreter => ...; }
struct PromiseBlock {
    std::string_view bundle_type;
    std::string_view name;
    Span span; ///< of the name
    std::vector<BodyClause> clauses = {};
};

struct File {
    const SourceText* source;
    std::vector<Bundle> bundles = {};
    std::vector<Body> bodies = {};
    std::vector<PromiseBlock> promise_blocks = {};
    /// The texts of quoted strings with escapes. A list moves without copying them.
    std::list<std::string> texts = {};
};

// Views point into the texts: a vector of files must move them when it grows.
static_assert(std::is_nothrow_move_constructible_v<File>);

} // namespace vow::cfengine::ast
