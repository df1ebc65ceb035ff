#pragma once

#include "protocol/promise/promise.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow {

/// Attributes by name, read in the policy language's words for truth and numbers: those of a
/// promise, or those of a body in it. It borrows what it reads.
class Settings {
public:
    explicit Settings(const Attributes& attributes) : attributes_(&attributes) {}
    explicit Settings(const Data& body) : body_(&body) {}

    bool empty() const { return body_ ? body_->size() == 0 : attributes_->empty(); }
    bool has(std::string_view name) const;
    /// nullopt if it is not promised, or not a scalar.
    std::optional<std::string> text(std::string_view name) const;
    std::string text_or(std::string_view name, std::string_view otherwise) const;
    /// True for "true", "yes" and "on"; false for anything else, and when not promised.
    bool holds(std::string_view name) const;
    /// The same, but true when not promised.
    bool is_true_by_default(std::string_view name) const;
    /// As integer_from reads it. nullopt if it is not promised, or not an integer.
    std::optional<std::int64_t> number(std::string_view name) const;
    /// A scalar is a list of one; empty when not promised.
    std::vector<std::string> list(std::string_view name) const;
    /// The attributes of the body in attribute `name`; nullopt if it is not a body.
    std::optional<Settings> body(std::string_view name) const;

private:
    const Attributes* attributes_ = nullptr; ///< exactly one of the two is given
    const Data* body_ = nullptr;
};

/// True for "true", "yes" and "on".
bool is_true(std::string_view word);

} // namespace vow
