#pragma once

#include <memory>
#include <utility>
#include <variant>

namespace vow {

/// An immutable value on the heap, which copies share. In the place of a part that is large and
/// often absent, or of the one large alternative among small ones: a tree of millions of nodes
/// takes the size of its usual nodes. A box that was made without a value holds T().
template <class T>
class Boxed {
public:
    Boxed() = default;
    // A value goes where its box is wanted, and the other way round.
    Boxed(T value) // NOLINT(google-explicit-constructor)
        : value_(std::make_shared<const T>(std::move(value))) {}
    operator const T&() const { return **this; } // NOLINT(google-explicit-constructor)

    const T& operator*() const {
        static const T none{};
        return value_ ? *value_ : none;
    }
    const T* operator->() const { return &**this; }

private:
    std::shared_ptr<const T> value_;
};

/// The boxed value that a variant holds; null if it holds another alternative.
template <class T, class... Alternatives>
const T* boxed_if(const std::variant<Alternatives...>& variant) {
    const auto* box = std::get_if<Boxed<T>>(&variant);
    return box == nullptr ? nullptr : &**box;
}

} // namespace vow
