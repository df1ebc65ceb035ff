#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace vow {

/// Text that may become policy or code: only trusted users could change it. It comes from
/// `read_trusted` (policy/run/trusted_reader.h), which checks its file, or with text that is
/// trusted already. A string does not convert to it, so text of unknown origin cannot be run.
class TrustedText {
public:
    /// Text that the user has given on the command line, or that is part of trusted text.
    static TrustedText given(std::string text) { return TrustedText(std::move(text)); }

    const std::string& operator*() const { return text_; }
    const std::string* operator->() const { return &text_; }
    std::string take() && { return std::move(text_); }

private:
    friend class TrustedReader;
    explicit TrustedText(std::string text) : text_(std::move(text)) {}

    std::string text_;
};

} // namespace vow
