#pragma once

#include <optional>
#include <string>
#include <utility>

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

/// An answer about a file that decides what is run; it names why the file was not trusted.
template <class T>
struct CheckedAnswer : Answer<T> {
    std::optional<std::string> objection = {}; ///< then `why_not` contains it, too

    static CheckedAnswer of(Answer<T> answer) { return {std::move(answer)}; }
    static CheckedAnswer refused(std::string objection) {
        return {{.why_not = "it is not trusted: " + objection}, std::move(objection)};
    }
};

} // namespace vow
