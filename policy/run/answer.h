#pragma once

#include <optional>
#include <string>

namespace vow {

/// A value that the machine may be unable to provide, or the reason ("No such file or directory").
template <class T>
struct Answer {
    std::optional<T> value = {};
    std::string why_not = {};

    explicit operator bool() const { return value.has_value(); }
    const T& operator*() const { return *value; }
    const T* operator->() const { return &*value; }
};

} // namespace vow
