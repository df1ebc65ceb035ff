#pragma once

#include "policy/cfengine/program/surroundings.h"
#include "policy/run/world.h"
#include "protocol/description/secrets.h"

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vow::cfengine {

/// The kind of argument that a parameter accepts. Parameter::range narrows some of them.
enum class ParameterKind {
    text, ///< any scalar; range: an anchored regular expression, or empty
    regular_expression,
    json_text,
    yaml_text,
    printf_format,
    mustache_template,
    integer,    ///< 3, 4k, inf; range: "LOW,HIGH"
    real,       ///< range: "LOW,HIGH"
    option,     ///< range: the words, "md5,sha1"
    path,       ///< an absolute path
    condition,  ///< a class expression, or a call that returns true or false
    collection, ///< a list or container: its name, @(name), JSON text, or a call that returns one
    variable,   ///< the name of a variable
    mapped      ///< evaluated by the function, once for each element (maplist and related ones)
};

struct Parameter {
    std::string_view name;
    ParameterKind kind = ParameterKind::text;
    std::string_view range = {};
};

/// The parameters of a function, in order. A fixed array, so that a table of functions is constant.
class Parameters {
public:
    static constexpr std::size_t max_size = 7;

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
    Parameter items_[max_size] = {};
    std::size_t size_ = 0;
};

/// The type of a call's result. It decides which attributes take the call.
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
/// The name of the attribute of `vars` that takes it; "context" for a condition.
std::string_view text_of(ResultType type);

/// nullopt if the function failed, and logged the reason if useful: the variable stays undefined,
/// the condition does not hold.
using Result = std::optional<Value>;

/// The elements of a list, for a loop that can be long: the step to the next element ends the run
/// if a signal has come.
class Elements {
public:
    class Iterator {
    public:
        // The names that the standard library looks for.
        using iterator_concept = std::forward_iterator_tag; // NOLINT(readability-identifier-naming)
        using difference_type = std::ptrdiff_t;             // NOLINT(readability-identifier-naming)
        using value_type = std::string;                     // NOLINT(readability-identifier-naming)

        Iterator() = default;
        Iterator(const std::string* at, const Stop* stop) : at_(at), stop_(stop) {}

        const std::string& operator*() const { return *at_; }
        Iterator& operator++() {
            cancel_if_stopped(*stop_);
            ++at_;
            return *this;
        }
        Iterator operator++(int) {
            const Iterator before = *this;
            ++*this;
            return before;
        }
        bool operator==(const Iterator& other) const { return at_ == other.at_; }

    private:
        const std::string* at_ = nullptr;
        const Stop* stop_ = nullptr;
    };

    Elements(List list, const Stop& stop) : list_(std::move(list)), stop_(&stop) {}

    Iterator begin() const { return {list_->data(), stop_}; }
    Iterator end() const { return {list_->data() + list_->size(), stop_}; }

private:
    List list_;
    const Stop* stop_;
};

class Call;

/// One line of the table of functions.
struct Function {
    std::string_view name;
    std::string_view category = {}; ///< the reference's; empty: that of its family
    ResultType result;
    Parameters parameters = {};
    std::size_t required = 0;        ///< how many of them are required
    bool variadic = false;           ///< the last one may repeat
    bool cached = false;             ///< called once a run for equal arguments
    bool runs_programs = false;      ///< a simulation does not call it unless it is tagged as safe
    bool reads_secret = false;       ///< without a result, nothing that uses it is kept
    bool affects_variables = false;  ///< defines some, or sorts the members of objects
    std::string_view help;           ///< one line
    std::string_view example = {};   ///< a call that a check accepts
    Result (*body)(Call&) = nullptr; ///< never null
};

/// A running call: its arguments and its surroundings. Literal arguments were checked when the
/// policy was loaded, for number, kind and range; a function checks again what it depends on.
class Call {
public:
    Call(const Function& function, std::vector<Value> arguments, Surroundings& surroundings)
        : function_(function),
          arguments_(std::move(arguments)),
          around_(surroundings) {}

    const Function& function() const { return function_; }
    std::size_t size() const { return arguments_.size(); }
    bool has(std::size_t index) const { return index < arguments_.size(); }

    /// Whether a secret is in any argument, as far as it is a value and not a name.
    bool takes(const Secrets& secrets) const;
    /// The scalar argument; empty if it is missing or not a scalar.
    const std::string& text(std::size_t index) const;
    /// The argument as an integer with its suffix (k, m, g, %, inf) applied; `now` is the time.
    /// Logs an error and returns nullopt if it is not an integer.
    std::optional<long long> integer(std::size_t index) const;
    std::optional<double> real(std::size_t index) const;
    /// True if the argument is true, yes, on or any; `otherwise` if it is missing.
    bool truth(std::size_t index, bool otherwise = false) const;
    /// The argument, which the call must have, as it was given.
    const Value& given(std::size_t index) const { return arguments_[index]; }
    /// The argument if it is a list itself, not the name of one; otherwise null.
    const List* given_list(std::size_t index) const;
    /// True if a condition holds: "any" or a class expression that is true now.
    bool condition(std::size_t index) const;

    /// A collection as a list of texts: a list as it is, a container by its scalar children.
    /// nullopt, without a log line, for an undefined collection.
    std::optional<List> list(std::size_t index) const;
    /// The argument if it is a list or the name of one; nullopt for containers.
    std::optional<List> plain_list(std::size_t index) const;
    Elements elements(const List& list) const { return {list, around_.stop()}; }
    /// A collection as data: a list becomes an array, a CFEngine array an object. JSON text may
    /// name variables in the place of values.
    std::optional<Data> data(std::size_t index) const;

    /// The argument as a regular expression. Logs an error and returns null if it is not one.
    std::shared_ptr<const Regex> regex(std::size_t index) const;

    Surroundings& around() const { return around_; }

    /// At most `limit` bytes of a file; see read_file() of Surroundings.
    Answer<std::string> read_file(const std::string& path, std::size_t limit) const {
        return cfengine::read_file(around_, path, limit);
    }
    /// The same if that is not more than `max_answer_bytes`; otherwise the whole file.
    Answer<std::string> read_file_part(const std::string& path, std::size_t limit) const;
    Answer<std::string> read_whole_file(const std::string& path) const;
    /// The digest of a file. Of links, the same holds as in reading.
    Answer<std::string> file_digest(const std::string& path, Digest::Algorithm algorithm) const;

    /// False in a check: a function that would run a program then has no result.
    bool may_run_programs() const;

    /// Logs "FUNCTION: MESSAGE (FILE:LINE)" at `level` and returns the result of a failed function.
    std::nullopt_t fail(std::string_view message, LogLevel level = LogLevel::error) const;
    /// As fail(), for what this machine lacks, such as a file: in a check it is a warning, as the
    /// policy may be for another machine.
    std::nullopt_t fail_here(std::string_view message) const;

private:
    const Function& function_;
    std::vector<Value> arguments_;
    Surroundings& around_;
};

/// All functions, sorted by name.
std::span<const Function> functions();

/// Null for an unknown function.
const Function* find_function(std::string_view name);

} // namespace vow::cfengine
