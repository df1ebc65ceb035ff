#pragma once

#include "policy/otterscript/run/executor.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vow::otterscript {

/// The deepest nesting of module calls.
constexpr int max_calls = 10'000;

class FunctionCall;

/// The sign with which a function is called; `any`: the one of the wanted type.
enum class Returns : std::uint8_t { scalar, vector, map, any };

/// A row of the table of functions.
struct Function {
    std::string_view name;
    Returns returns;
    std::uint8_t required;       ///< arguments; further ones are optional
    std::string_view parameters; ///< "text, [count]", for listings
    Value (*call)(FunctionCall& call);
    std::string_view help;             ///< one sentence
    std::string_view example = {};     ///< a call; empty of one that is not available
    std::string_view unavailable = {}; ///< the reason, and what to use instead; empty: it runs
};

/// The evaluated arguments of a call, and their conversions. A failed one raises an error.
class FunctionCall {
public:
    FunctionCall(Executor& caller, const Function& called, Sign sign, Span at)
        : executor_(caller),
          function_(called),
          sign_(sign),
          at_(at) {}

    void add(Value argument) { arguments_.push_back(std::move(argument)); }
    /// The variable that the result is assigned to next; null for a new one.
    void assign_to(Value* variable) { assigned_ = variable; }

    Executor& executor() const { return executor_; }
    const Function& function() const { return function_; }
    Sign sign() const { return sign_; } ///< the wanted one
    Span at() const { return at_; }
    std::size_t size() const { return arguments_.size(); }
    bool has(std::size_t index) const { return index < arguments_.size(); }

    const Value& value(std::size_t index) const { return arguments_[index]; }
    const std::string& text(std::size_t index) const;
    /// Empty if the call does not have the argument.
    std::string text_or(std::size_t index, std::string_view fallback) const;
    /// A vector; a scalar becomes a vector of one.
    std::span<const Value> list(std::size_t index) { return vector(index).items(); }
    /// The same as a value.
    const Value& vector(std::size_t index);
    /// The same to be changed and returned: the content of the assigned variable, if that was the
    /// argument. Nothing may fail after the change; other arguments stay as they are.
    Value& own_vector(std::size_t index);
    const Map& map(std::size_t index) const;
    std::int64_t integer(std::size_t index) const;
    double decimal(std::size_t index) const;
    bool boolean_or(std::size_t index, bool fallback) const;

    [[noreturn]] void fail(const std::string& words) const;

private:
    Executor& executor_;
    const Function& function_;
    Sign sign_;
    Span at_;
    std::vector<Value> arguments_;
    Value* assigned_ = nullptr;
};

/// "cannot convert "x" to integer".
std::string conversion_error(std::string_view text, std::string_view type);
std::optional<std::int64_t> integer_value(std::string_view text);
std::optional<double> decimal_value(std::string_view text);
/// true or false, in any case.
std::optional<bool> boolean_value(std::string_view text);
/// A number without an exponent and without needless zeros.
std::string decimal_text(double number);

} // namespace vow::otterscript
