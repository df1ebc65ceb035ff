#pragma once

#include <utility>

namespace vow::cfengine {

/// Gives a variable another value for the life of this object.
template <class T>
class ScopedValue {
public:
    ScopedValue(T& variable, T value)
        : variable_(variable),
          former_(std::exchange(variable, std::move(value))) {}
    ScopedValue(const ScopedValue&) = delete;
    ScopedValue& operator=(const ScopedValue&) = delete;
    ~ScopedValue() { variable_ = std::move(former_); }

private:
    T& variable_;
    T former_;
};

} // namespace vow::cfengine
