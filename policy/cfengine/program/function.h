#pragma once

#include "policy/cfengine/program/surroundings.h"

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vow::cfengine {

/// What a parameter accepts. `range` of Parameter says more for some.
enum class ParameterKind {
    text,       ///< any scalar; range: an anchored regular expression, or empty
    integer,    ///< 3, 4k, inf; range: "LOW,HIGH"
    real,       ///< range: "LOW,HIGH"
    option,     ///< range: the words, "md5,sha1"
    path,       ///< an absolute path
    condition,  ///< a class expression, or a call that answers true or false
    collection, ///< a list or container: its name, @(name), JSON text, or a call that makes one
    variable,   ///< the name of a variable
    mapped      ///< evaluated by the function itself, once for each element (maplist and its kin)
};

struct Parameter {
    std::string_view name;
    ParameterKind kind = ParameterKind::text;
    std::string_view range = {};
};

/// The parameters of a function, in order: a small fixed array, so that a line of the table holds
/// them itself.
class Parameters {
public:
    static constexpr std::size_t most = 7;

    constexpr Parameters() = default;
    constexpr Parameters(std::initializer_list<Parameter> items) {
        for (const Parameter& item : items)
            items_[size_++] = item;
    }

    constexpr std::size_t size() const { return size_; }
    constexpr bool empty() const { return size_ == 0; }
    constexpr const Parameter& operator[](std::size_t index) const { return items_[index]; }
    constexpr const Parameter* begin() const { return items_; }
    constexpr const Parameter* end() const { return items_ + size_; }

private:
    Parameter items_[most] = {};
    std::size_t size_ = 0;
};

/// What a call answers; it decides which attributes may hold the call.
enum class ResultType {
    string,
    integer,
    real,
    slist,
    ilist,
    rlist,
    irange,
    rrange,
    data,
    condition
};

/// The function could not answer (it has said why, if there was a reason to): the variable stays
/// undefined, a condition is not met.
struct Failure {};

using Result = std::variant<Failure, bool, Value>;

class Call;

/// One line of the table of functions.
struct Function {
    std::string_view name;
    ResultType result;
    Parameters parameters = {};
    std::size_t required = 0;        ///< how many of them must be given
    bool variadic = false;           ///< the last one may repeat
    bool cached = false;             ///< equal arguments are answered once a run
    std::string_view help;           ///< one line
    Result (*body)(Call&) = nullptr; ///< null: known, not implemented
};

/// An argument as evaluated: a scalar or name, a list, or data.
using Argument = std::variant<std::string, List, Data>;

/// One call while it runs: its arguments, and what surrounds it. Arguments were checked at load for
/// number, kind and range where they were literal; a body checks again what it cannot live with.
class Call {
public:
    Call(const Function& function, std::vector<Argument> arguments, Surroundings& surroundings)
        : function_(function),
          arguments_(std::move(arguments)),
          around_(surroundings) {}

    const Function& function() const { return function_; }
    std::size_t size() const { return arguments_.size(); }
    bool has(std::size_t index) const { return index < arguments_.size(); }

    /// The scalar argument; empty when it is not given, or no scalar.
    const std::string& text(std::size_t index) const;
    /// The argument as a whole number with its suffix (k, m, g, %, inf) applied; none, with the
    /// error logged, when it is no such thing.
    std::optional<long long> integer(std::size_t index) const;
    std::optional<double> real(std::size_t index) const;
    /// true, yes, on, any; `otherwise` when the argument is not given.
    bool truth(std::size_t index, bool otherwise = false) const;
    /// The argument when it was given as a list itself; null pointer otherwise.
    const List* given_list(std::size_t index) const;
    /// Whether a condition holds: "any" or a class expression that is true now.
    bool condition(std::size_t index) const;

    /// A collection as a list of texts: lists as they are, containers by their scalar children.
    /// None when there is no such collection; nothing is logged.
    std::optional<List> list(std::size_t index) const;
    /// The argument when it is a list, or names one; none for containers.
    std::optional<List> plain_list(std::size_t index) const;
    /// A collection as data: lists become arrays, CFEngine arrays objects. JSON text may name
    /// variables where a value is expected.
    std::optional<Data> data(std::size_t index) const;

    /// The argument as a regular expression; null pointer, with the error logged, when it is none.
    std::shared_ptr<const Regex> regex(std::size_t index) const;

    Surroundings& around() const { return around_; }

    /// Logs "FUNCTION: MESSAGE (FILE:LINE)" at `level`, and is the answer.
    Failure fail(std::string_view message, LogLevel level = LogLevel::error) const;

private:
    const Function& function_;
    std::vector<Argument> arguments_;
    Surroundings& around_;
};

/// All functions, sorted by name.
std::span<const Function> functions();

/// Null pointer: no such function.
const Function* find_function(std::string_view name);

} // namespace vow::cfengine
