#pragma once

#include "policy/source/diagnostic.h"

#include <cstddef>

namespace vow::cfengine {

/// The macros of a policy file: @if ... @else ... @endif, each at the beginning of a line. They
/// test for a version or a feature. Skipped text need not parse.
class Macros {
public:
    Macros(const SourceText& source, Diagnostics& diagnostics)
        : source_(source),
          text_(source.text()),
          diagnostics_(diagnostics) {}

    /// True if the '@' at `offset` begins a macro.
    bool begins_at(std::size_t offset) const;
    /// Reads the macro at `offset` and returns the offset at which reading continues.
    std::size_t read(std::size_t offset);
    /// Reports an @if that is still open at the end of the file.
    void finish();

private:
    std::size_t read_if(std::size_t offset, std::string_view line);
    std::size_t skip_branch(std::size_t offset);
    Span span(std::size_t offset, std::size_t length) const;

    const SourceText& source_;
    std::string_view text_;
    Diagnostics& diagnostics_;
    std::size_t opened_at_ = std::string_view::npos; ///< offset of the open @if
};

} // namespace vow::cfengine
