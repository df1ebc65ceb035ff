#pragma once

#include <optional>
#include <utility>

namespace vow {

/// A value, or the errno of the call that failed.
template <class T>
class SystemResult {
public:
    SystemResult(T value) : value_(std::move(value)) {} // NOLINT(google-explicit-constructor)

    static SystemResult failed(int error) {
        SystemResult result;
        result.error_ = error;
        return result;
    }

    explicit operator bool() const { return value_.has_value(); }
    const T& operator*() const { return *value_; }
    const T* operator->() const { return &*value_; }
    T& operator*() { return *value_; }
    T* operator->() { return &*value_; }
    int error() const { return error_; } ///< 0 if there is a value

private:
    SystemResult() = default;

    std::optional<T> value_ = {};
    int error_ = 0;
};

} // namespace vow
