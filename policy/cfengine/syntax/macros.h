#pragma once

#include "policy/source/diagnostic.h"

#include <cstddef>

namespace vow::cfengine {

/// The macros of a policy file: @if ... @else ... @endif, each at the beginning of a line. They ask
/// for a version or a feature; text that is left out need not parse.
class Macros {
public:
    Macros(const SourceText& source, Diagnostics& diagnostics)
        : source_(source),
          text_(source.text()),
          diagnostics_(diagnostics) {}

    /// Whether a macro is what the '@' at `offset` begins.
    bool begins_at(std::size_t offset) const;
    /// Obeys the macro at `offset`; answers where reading goes on.
    std::size_t obey(std::size_t offset);
    /// To be called at the end of the file: an @if that is still open is an error.
    void finish();

private:
    std::size_t obey_if(std::size_t offset, std::string_view line);
    std::size_t skip_branch(std::size_t offset);
    Span span(std::size_t offset, std::size_t length) const;

    const SourceText& source_;
    std::string_view text_;
    Diagnostics& diagnostics_;
    std::size_t opened_at_ = std::string_view::npos; ///< of the @if we are in
};

} // namespace vow::cfengine
